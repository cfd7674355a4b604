"""The explorer: a board to try moves on, with a tree of variations and engine analysis."""
