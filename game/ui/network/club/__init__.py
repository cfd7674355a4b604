"""Screens of club tournaments: list, setup and lobby."""
