"""Scenes of training: lessons, puzzles, mistakes and openings."""
