"""Club tournaments over a network, and hostile members."""
