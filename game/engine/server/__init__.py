"""The engine process: reads commands, keeps a session, runs the search of a level and writes answers."""
