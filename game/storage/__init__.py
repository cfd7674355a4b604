"""Everything that is kept between two runs: saves, players, results, settings."""
