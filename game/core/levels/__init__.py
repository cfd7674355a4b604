"""Levels: opponents as data, and the adaptive opponent, a level between the measured ones."""
