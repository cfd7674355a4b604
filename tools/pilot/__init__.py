"""A simulated player, who controls the window with simulated input, and test data such as games and opponents."""
