"""The player's secrets: broker accounts, in the system's keyring or in private files."""
