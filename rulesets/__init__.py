"""The games of the fair, each a plug-in package of its own."""

#: The order of the stalls; packages that are not named here come after them.
ORDER = ("gomoku", "connect6", "threestones", "six_in_a_row")
