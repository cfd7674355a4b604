"""Files of games: what opens them, ours and those of other programs, and what writes a study as one. No pygame."""
