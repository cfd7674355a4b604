"""The ways that sealed frames travel: nearby on the local network, far away by a broker."""
