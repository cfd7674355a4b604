"""Effects: animation and sound."""
