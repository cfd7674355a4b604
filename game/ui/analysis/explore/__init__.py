"""Exploring on screen: a board to try moves on, its variations, and the engine beside it."""
