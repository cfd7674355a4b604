"""The ribbons of the fair: what a player has done that is worth one, read out of the records. No pygame here."""
