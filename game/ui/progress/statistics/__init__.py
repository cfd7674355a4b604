"""How well a player plays: accuracy over time, phases, openings, opponents, thinking times and oversights."""
