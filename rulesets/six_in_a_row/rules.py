"""The rules of Six in a row, after Zhang, "Six-in-a-Row Artificial Intelligence Design" (2021).

The sources are sections 1 and 2.2.
"""

from __future__ import annotations

from game.core.geometry import Geometry
from game.core.line_game import LineGame, LineRule
from game.core.model import Options, Reason
from rulesets.line_boards import board_of_six, board_refusal

from .about import INFO


class SixInARow(LineGame):
    """The ruleset of Six in a row: one stone a turn on a 19x19 board; six or more in a row win."""

    info = INFO
    line_rule = LineRule(length=6)

    def geometry(self, options: Options) -> Geometry:
        """Return the board for these options, by default of 19x19."""
        return board_of_six(options)

    def why_no_opponents(self, options: Options) -> Reason | None:
        """Return why our opponents cannot play on the chosen board; None if they can."""
        return board_refusal(self.geometry(options))


RULESET = SixInARow()
