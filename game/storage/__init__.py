"""Persistent data: saves, players, results, settings."""
