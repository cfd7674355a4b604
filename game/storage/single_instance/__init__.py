"""One window takes the files: a second start hands its file to the window that is open, and ends."""
