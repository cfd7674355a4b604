"""Introductions that are played, and the rules card."""
