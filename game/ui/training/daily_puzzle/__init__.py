"""Daily puzzles with a calendar, puzzles near the player's rating, and runs of three minutes against the clock."""
