"""Scenes for analysis: review, exploration, the set-up mode and export."""
