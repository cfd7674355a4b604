"""Motions: their durations, what moves on a board, and the pictures that only motions need."""
