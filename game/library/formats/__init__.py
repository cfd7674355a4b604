"""File formats of games: readers for our own and foreign formats, and writers that export a study. No pygame."""
