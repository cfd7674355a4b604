"""Scenes of the settings, with the page of the player's own engines."""
