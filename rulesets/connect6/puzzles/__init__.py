"""The puzzles of Connect6, as text files."""
