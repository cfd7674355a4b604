"""Opponent processes seen from the program that uses them: start, questions in a dialect, recovery from failures."""
