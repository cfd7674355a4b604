"""Games over a network: pairs of ends, hostile peers, floods, and windows that play each other."""
