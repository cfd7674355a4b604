"""Checks of the search against slow reference code."""
