"""Protocols between programs, as data without I/O, and a child process that is read and written in lines."""
