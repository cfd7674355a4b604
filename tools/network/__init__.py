"""Slow checks of remote games: pairs of peers, hostile peers, floods, and windows that play against each other."""
