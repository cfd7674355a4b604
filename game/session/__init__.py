"""Everything that happens at a table, without a window: matches, opponents, hints, replays, preferences. No pygame."""
