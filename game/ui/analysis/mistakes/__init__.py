"""The player's mistakes as questions on the board, and the list of all of them."""
