"""Game sessions without a window: matches, opponents, hints, replays, preferences. No pygame here."""
