"""The player's secrets: accounts at MQTT brokers, in the system's keyring or in private files."""
