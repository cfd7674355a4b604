"""The game journal of a remote game: its lines, their synchronisation, and the resulting game."""
