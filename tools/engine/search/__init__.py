"""Checks of the search against slow definitions."""
