"""The client of engine processes: starts an opponent, asks it for moves, and recovers from its failures."""
