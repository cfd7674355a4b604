"""The database tables of game statistics: facts of finished games, and figures derived from engine reviews."""
