"""The search of games of rows: patterns, positions, VCF and VCT, evaluation, move ordering, pruning."""
