"""Animations in the window: their durations, the moving parts of a board, and pictures that only animations need."""
