"""Scenes for the replay and review of a finished game."""
