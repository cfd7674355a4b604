"""Our opponents as a process: what they are told, what they think of it, and what they answer."""
