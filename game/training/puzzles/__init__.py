"""Puzzles: positions with one way to win or to hold, as sets in text files that a person can read."""
