"""The animations and sounds of the window."""
