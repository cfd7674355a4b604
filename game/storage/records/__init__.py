"""Append-only files of records, each one line: the file format, and the thread that appends to a file."""
