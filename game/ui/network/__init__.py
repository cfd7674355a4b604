"""Screens of remote games: the list of games, the invitation, the game itself, and spectating."""
