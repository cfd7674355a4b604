"""Sets of puzzles as text files."""
