"""The puzzles of Six in a row, as text files."""
