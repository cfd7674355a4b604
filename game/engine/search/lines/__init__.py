"""The search of games of rows: patterns, positions, forced wins, evaluation, move ordering, pruning."""
