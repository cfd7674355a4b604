"""The training of a net: samples of games, the loss and its gradient, a step, and weights in whole numbers."""
