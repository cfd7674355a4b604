"""Checks of the Connect6 engine."""
