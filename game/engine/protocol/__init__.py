"""Engine protocols, parsed and formatted without I/O, and a child process that exchanges lines of text."""
