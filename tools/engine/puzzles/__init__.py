"""Checks of the shipped puzzles by solvers other than the ones that made them."""
