"""Scenes of the game library: all stored games, files opened by the player, and a page of links to them."""
