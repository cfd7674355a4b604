"""What happens at a table, without a window: matches, opponents, hints, replays, preferences, words. No pygame."""
