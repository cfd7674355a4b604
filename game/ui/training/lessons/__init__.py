"""Interactive introductions to the games, and the rules card."""
