"""The games of the program: a package for each, plus characters, levels and simple players that several games share."""

#: Order of the games on the menu; packages that are not listed follow at the end.
ORDER = ("gomoku", "connect6", "threestones", "six_in_a_row")
