"""Checks of help mode, which shows a player forced wins during a game, against the engine's search for such wins."""
