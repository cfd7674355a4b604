"""The menu and the scenes before a match: match setup, ladder, and saved games."""
