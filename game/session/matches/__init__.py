"""Matches between engines: the runner, its log, ratings and tables."""
