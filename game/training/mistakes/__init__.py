"""Learning from one's own games: mistakes as questions, and when they come back. No pygame."""
