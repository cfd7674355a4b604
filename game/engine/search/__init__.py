"""The compiled game-tree search: the parts for any game, and the parts for n-in-a-row games."""
