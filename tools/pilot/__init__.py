"""A simulated player that drives the window with posted events, and test data such as games, players and opponents."""
