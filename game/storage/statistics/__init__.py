"""The database tables of statistics: facts of finished games, and figures derived from their reviews."""
