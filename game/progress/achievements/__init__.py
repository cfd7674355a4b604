"""Achievements of a player, computed from the records. Imports no pygame."""
