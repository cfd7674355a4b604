"""The training of a net: samples from games, the loss and its gradient, Adam steps, and rounding to integers."""
