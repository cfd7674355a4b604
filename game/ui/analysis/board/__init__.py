"""The explorer: a board to try moves on, a tree of variations, and engine analysis."""
