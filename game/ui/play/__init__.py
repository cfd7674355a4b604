"""The game screen, from the first stone of a match to the results."""
