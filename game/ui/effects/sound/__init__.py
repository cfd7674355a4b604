"""Sound effects and music: the sound of each event, and the audio output."""
