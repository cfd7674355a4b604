"""The index of saved and added games: where each position occurs."""
