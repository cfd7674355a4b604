"""Attacks on what the network brings: silent strangers at a table nearby, and brokers that say anything."""
