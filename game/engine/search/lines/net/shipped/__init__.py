"""The neural nets shipped with the program: one file for each set of rules, named after the rules."""
