"""Checks of the help in a game against the provers."""
