"""Scenes of the player's mistakes: the list of them, and exercises to find a better move."""
