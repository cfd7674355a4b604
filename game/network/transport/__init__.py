"""Transports for encrypted frames: directly on the local network, or through a broker on the internet."""
