"""Training scenes: lessons, puzzles, the player's mistakes, and openings."""
