"""The menu and the scenes before a game: match setup, ladder, and saved games."""
