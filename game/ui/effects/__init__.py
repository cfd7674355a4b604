"""Effects: motion and sound."""
