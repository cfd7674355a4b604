"""Encryption of remote games: invitations, the keys derived from them, and encrypted frames."""
