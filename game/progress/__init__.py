"""Progress of a player: statistics, achievements and the decathlon."""
