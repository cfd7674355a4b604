"""Files of records that are only added to: the file itself, and the thread that appends to it."""
