"""The tournament file: its shape, its values, how it is read, written and repaired, and the journal beside it."""
