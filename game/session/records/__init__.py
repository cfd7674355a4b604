"""What comes of finished games: what counts, the summary of a player, ranks, ladders. No pygame here."""
