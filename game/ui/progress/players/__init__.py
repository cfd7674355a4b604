"""Players, their records and the leaderboard."""
