"""Animations: their durations, the moving parts of a board, and the pictures that only animations need."""
