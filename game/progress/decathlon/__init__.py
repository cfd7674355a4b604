"""The decathlon: an evening of one game at every stall, drawn anew each week. No pygame here."""
