"""Training: puzzles, the daily puzzle, practice of mistakes, and openings."""
