"""Analysis of finished games and of positions: review, analysis board and position editor."""
