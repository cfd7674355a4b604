"""Background threads for work that reports its errors, can be stopped, or has a time limit."""
