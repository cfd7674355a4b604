"""Help during a game: the threats of each side as text, and the forced wins that a search has found. No pygame here."""
