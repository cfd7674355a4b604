"""The puzzles of Gomoku, which are the text files in this folder."""
