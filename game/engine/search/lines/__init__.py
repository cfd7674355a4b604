"""The search of n-in-a-row games: patterns, positions, forced wins, evaluation, move ordering, pruning."""
