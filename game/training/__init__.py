"""Training of the player: puzzles, the daily puzzle, practice of the player's mistakes, and openings."""
