"""Matches between engines: the runner, the log of games, ratings and tables of results."""
