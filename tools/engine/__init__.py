"""Checks of the engine against slow definitions, and scripted engines."""
