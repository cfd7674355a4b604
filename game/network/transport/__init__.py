"""Transports for encrypted frames: direct connections on the local network, or through a broker on the internet."""
