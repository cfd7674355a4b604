"""The riddle booth: the riddles of the day and their calendar, riddles near one's rating, and three minutes of them."""
