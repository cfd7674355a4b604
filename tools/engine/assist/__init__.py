"""Checks of what help mode says during a game against the engine's search for forced wins."""
