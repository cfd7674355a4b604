"""Review of finished games: the quality of each move, the turning point and explanations. Imports no pygame."""
