"""Progress of a player: statistics, achievements and the weekly decathlon."""
