"""Persistent data on the disk: saved tournaments, players, results, settings."""
