"""Animations in the window: durations, moving parts of a board, and the pictures that they need."""
