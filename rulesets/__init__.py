"""The games that come with the program, each a plug-in package of its own."""

#: Order of the games on the menu; packages that are not listed follow at the end.
ORDER = ("gomoku", "connect6", "threestones", "six_in_a_row")
