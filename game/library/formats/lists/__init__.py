"""Files that hold lists of games or positions."""
