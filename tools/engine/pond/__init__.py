"""Checks of the Threestones engine."""
