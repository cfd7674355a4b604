"""Proofs of the shipped puzzles by other solvers."""
