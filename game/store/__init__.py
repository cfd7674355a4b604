"""What survives a restart: players, results, settings."""
