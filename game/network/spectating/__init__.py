"""Spectating: one player's window sends the moves of a remote game to the spectators who have its keys."""
