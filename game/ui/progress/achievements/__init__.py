"""Scene of a player's achievements: those earned, and the progress towards the others."""
