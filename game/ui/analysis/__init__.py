"""Scenes of analysis: review, exploring, the position editor and export."""
