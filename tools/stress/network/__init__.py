"""Stress test of the network: connections that flood the host of a local game, and a broker that sends anything."""
