"""Reading a finished game back: what each move was worth, where the game turned, and why. No pygame here."""
