"""Learning from one's own games: mistakes as questions, when they come back, and what the games show. No pygame."""
