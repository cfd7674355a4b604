"""Motions: how long each takes, what moves on a board, and the pictures that only motions need."""
