"""The compiled search: what the search of any game needs, and what games of rows need besides."""
