"""What the search of games of rows needs: patterns, positions, proofs of wins, evaluation and move order."""
