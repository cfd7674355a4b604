"""Connect6: one stone in the first turn and two in all others; six or more in a row win."""

from __future__ import annotations

from dataclasses import replace

from game.core.geometry import square
from game.core.line_game import LineGame, LineRule

from .about import INFO
from .championship_record import record_format


class Connect6(LineGame):
    """The ruleset of Connect6, with two stones a turn on a 19x19 board."""

    board = square(19)
    line_rule = LineRule(length=6, stones_first_turn=1, stones_a_turn=2)

    def __init__(self) -> None:
        self.info = replace(INFO, formats=(record_format(self),))


RULESET = Connect6()
