"""The replay of a finished game."""
