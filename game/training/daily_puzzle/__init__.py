"""Puzzles without their screens: solving, ratings, the daily puzzle and timed runs."""
