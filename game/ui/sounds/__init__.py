"""What is heard: which sound each happening has, when it plays and how loud, and the device that plays it."""
