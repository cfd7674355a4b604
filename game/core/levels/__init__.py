"""What a level is, and the mirror: a level between the measured ones, set to a strength."""
