"""An evening of a club: up to sixteen people at tables apart, paired round by round by one keeper. No pygame here."""
