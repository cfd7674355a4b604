"""The nets that are part of the program: one file for each pair of colour rules, named after the rules."""
