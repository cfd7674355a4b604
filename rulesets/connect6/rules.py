"""Connect6: one stone in the first turn and two in all others; six or more in a row win."""

from __future__ import annotations

from dataclasses import replace

from game.core.geometry import Geometry
from game.core.line_game import LineGame, LineRule
from game.core.model import Options, Reason
from rulesets.line_boards import board_of_six, board_refusal

from .about import INFO
from .championship_record import record_format


class Connect6(LineGame):
    """The ruleset of Connect6, with two stones a turn on a 19x19 board."""

    line_rule = LineRule(length=6, stones_first_turn=1, stones_a_turn=2)

    def __init__(self) -> None:
        self.info = replace(INFO, formats=(record_format(self),))

    def geometry(self, options: Options) -> Geometry:
        """Return the board for these options, by default of 19x19."""
        return board_of_six(options)

    def why_no_opponents(self, options: Options) -> Reason | None:
        """Return why our opponents cannot play on the chosen board; None if they can."""
        return board_refusal(self.geometry(options))


RULESET = Connect6()
