"""The table of a player's mistakes in finished games."""
