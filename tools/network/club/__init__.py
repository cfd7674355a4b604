"""Checks of club tournaments over a network, also with hostile members."""
