"""The engine process: reads commands, holds a session with a manager, searches for moves and writes answers."""
