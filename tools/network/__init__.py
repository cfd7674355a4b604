"""Slow checks of remote games: pairs of players, hostile players, floods of connections, and windows that play."""
