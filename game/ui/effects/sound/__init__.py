"""Sound: the sound, delay and volume of each event, and the device that plays it."""
