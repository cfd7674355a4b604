"""Animations and sounds of the window."""
