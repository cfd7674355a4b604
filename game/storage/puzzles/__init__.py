"""The tables of puzzles."""
