"""Club tournaments: up to sixteen people play remote games, paired round by round by one organiser. No pygame."""
