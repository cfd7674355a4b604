"""The puzzles of Gomoku, as text files."""
