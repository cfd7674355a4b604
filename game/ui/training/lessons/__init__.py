"""Interactive introductions to the games, and the card with a game's rules."""
