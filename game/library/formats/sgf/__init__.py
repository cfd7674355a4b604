"""SGF files: their tree, the head of a game with its rules, moves, comments and marks, and writing."""
