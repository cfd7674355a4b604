"""The search of any game: compiled code, lazy SMP, transposition table, time manager, multi-PV, strength."""
