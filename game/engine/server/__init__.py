"""Engine process: reads commands of a tournament manager, searches for moves and writes answers."""
