"""Remote games between two windows: messages, encryption, and synchronisation of their game journals. No pygame."""
