"""Append-only files of one-line records: the file format, and the thread that appends to a file."""
