"""Statistics that people look at: how well, how long and with what openings they played. No pygame here."""
