"""The game screen, from the first stone to the results."""
