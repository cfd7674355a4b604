"""The tournament file: its format, reader, writer and header, and the journal of moves next to it."""
