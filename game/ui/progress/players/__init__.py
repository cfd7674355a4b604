"""Scenes of the players on this computer, their stored results, and the leaderboard."""
