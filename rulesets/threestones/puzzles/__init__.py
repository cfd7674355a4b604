"""The puzzles of Threestones, as text files."""
