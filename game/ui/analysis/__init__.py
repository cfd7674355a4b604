"""Scenes for analysis: review, exploration, the position editor and export."""
