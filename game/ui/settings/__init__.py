"""The settings, and the page of the player's own engines."""
