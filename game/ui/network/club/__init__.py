"""Screens of club tournaments: the list of tournaments, the setup and the lobby."""
