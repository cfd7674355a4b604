"""The database tables of puzzles."""
