"""Achievements of a player, computed from the stored game and puzzle results. Imports no pygame."""
