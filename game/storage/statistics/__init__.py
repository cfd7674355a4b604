"""What the database keeps for statistics: the facts of finished games, and what reviews say about them in figures."""
