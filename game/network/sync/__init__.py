"""The game journal shared by both sides of a remote game: its lines, their synchronisation, and the resulting game."""
