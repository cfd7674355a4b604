"""Practice of mistakes from the player's own games, with spaced repetition. Imports no pygame."""
