"""The puzzles of Threestones, which are the text files in this folder."""
