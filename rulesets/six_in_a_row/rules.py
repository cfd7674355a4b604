"""The rules of Six in a row, after Zhang, "Six-in-a-Row Artificial Intelligence Design" (2021).

The sources are sections 1 and 2.2.
"""

from __future__ import annotations

from game.core.geometry import square
from game.core.line_game import LineGame, LineRule

from .about import INFO


class SixInARow(LineGame):
    """The ruleset of Six in a row: one stone a turn on a 19x19 board; six or more in a row win."""

    info = INFO
    board = square(19)
    line_rule = LineRule(length=6)


RULESET = SixInARow()
