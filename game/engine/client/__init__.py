"""The program's side of engine processes: starting an opponent, asking it for moves, recovering from its failures."""
