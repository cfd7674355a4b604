"""A player's statistics: accuracy over time, phases, openings, opponents, thinking times and missed threats."""
