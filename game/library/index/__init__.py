"""The index of saved and added games, which finds games by their positions and texts."""
