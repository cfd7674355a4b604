"""Screens of remote games: the list of games, the invitation, and the game itself."""
