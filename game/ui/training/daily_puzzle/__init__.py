"""Scenes of daily puzzles with a calendar, puzzles near the player's rating, and runs against the clock."""
