"""Our engine as a process: it reads commands, keeps a session, lets a level think and answers."""
