"""Puzzle logic without the user interface: solving, ratings, the daily puzzle and timed runs."""
