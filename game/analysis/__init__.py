"""Analysis of finished games and of positions: review, exploring and the position editor."""
