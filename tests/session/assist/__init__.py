"""Help mode on positions of games, held against the provers."""
