"""The records of finished games: rated games, summaries of players, ranks and ladders. No pygame here."""
