"""Checks of the Threestones engine against slow reference code."""
