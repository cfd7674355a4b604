"""Checks of the Threestones engine against slow code that only follows the rules."""
