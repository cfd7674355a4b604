"""Scenes of the game library: all stored games, files opened by the player, and the start page."""
