"""Lines between programs: the protocols as data, and a child process that speaks in lines."""
