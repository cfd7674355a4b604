"""Scenes of a player's progress: players, statistics, achievements and the decathlon."""
