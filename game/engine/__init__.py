"""Opponents in separate processes, their protocols, and the search of our own engine."""
