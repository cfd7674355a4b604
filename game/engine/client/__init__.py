"""Opponent processes as their host sees them: started, asked in their dialect, and got over when they fail."""
