"""Replay and review of a finished game."""
