"""Puzzles: positions with one way to win or to hold, in sets that are readable text files."""
