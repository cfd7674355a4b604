"""The database table of the players' mistakes in finished games."""
