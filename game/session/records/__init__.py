"""The records of finished games: rated games, a player's summary, ranks and ladders. No pygame here."""
