"""Encryption of remote games: invitation codes, the keys derived from them, and encrypted network frames."""
