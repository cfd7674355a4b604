"""Puzzles: positions with only one way to win or to avoid a loss, in sets that are readable text files."""
