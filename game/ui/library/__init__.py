"""Scenes of the library: all stored games, files opened by the player, and the hub that leads to them."""
