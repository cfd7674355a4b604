"""Checks of the Connect6 engine against slow code that only follows the rules."""
