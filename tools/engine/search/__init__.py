"""Checks of the engine's search against slow code that only follows the rules."""
