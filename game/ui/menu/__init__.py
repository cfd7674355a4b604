"""The menu, and what is chosen before a game: match, ladder, saved games."""
