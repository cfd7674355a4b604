"""Remote games: messages, encryption, and the synchronisation of both sides' journals. No pygame."""
