"""Portable copies: everything that is the player's as one ZIP archive, which another installation restores."""
