"""Far tables: the list of them, the ticket of an invitation, and the game with somebody elsewhere."""
