"""The puzzles of Six in a row, which are the text files in this folder."""
