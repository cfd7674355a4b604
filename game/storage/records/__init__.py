"""Append-only files of records: the file, and the thread that appends to it."""
