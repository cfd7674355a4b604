"""Spectating: one of the two windows sends the moves of a remote game to spectators who have its keys."""
