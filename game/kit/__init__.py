"""The compiled search kit of five-in-a-row games: patterns, positions, threats, search."""
