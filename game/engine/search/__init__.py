"""The compiled search: the parts for any game, and the parts for games of rows."""
