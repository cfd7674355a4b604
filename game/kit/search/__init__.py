"""What the search of any game needs: compiled code and its cache, threads, memory, time, strength."""
