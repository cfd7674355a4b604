"""The tournament file: its format, its reader and writer, its header in a list, and the journal beside it."""
