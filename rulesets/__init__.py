"""The games of the fair, each a plug-in package of its own."""

#: The order of the stalls; a package that is not named here stands behind them.
ORDER = ("gomoku", "connect6", "threestones", "six_in_a_row")
