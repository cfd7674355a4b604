"""The ribbons of a player: those that are earned, and how far the others are."""
