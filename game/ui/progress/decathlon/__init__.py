"""The decathlon on screen: the events of the week, their results, and the ranking of players."""
