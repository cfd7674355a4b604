"""Statistics of a player: accuracy, thinking times, openings and opponents. Imports no pygame."""
