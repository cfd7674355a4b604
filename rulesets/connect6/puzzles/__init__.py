"""The puzzles of Connect6, which are the text files in this folder."""
