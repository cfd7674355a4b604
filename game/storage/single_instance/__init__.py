"""Single-instance support, by which a second start passes its file to the open window and exits."""
