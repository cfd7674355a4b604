"""Opening training without the user interface: judging positions and practising opening decisions."""
