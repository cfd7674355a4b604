"""What the database keeps of what a player learned from finished games."""
