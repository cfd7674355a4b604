"""A command that checks remote games between real windows, with real clicks, bad connections and kills."""
