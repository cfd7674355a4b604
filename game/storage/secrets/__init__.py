"""Secrets of the player: accounts at brokers, in the system's keyring or in private files."""
