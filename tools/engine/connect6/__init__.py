"""Checks of the Connect6 engine against slow reference code."""
