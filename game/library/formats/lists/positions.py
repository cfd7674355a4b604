"""Studies that begin with a position set up by a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.geometry import Position
from game.core.language import _
from game.core.model import ParseError
from game.library.formats.terms import GameRules
from game.library.study.study import Study


def likely_colour(rules: GameRules, placed: Sequence[str]) -> str:
    """Return the colour to move in a position with these stones, if nothing else says it."""
    first, second = rules.ruleset.info.colours
    return second if placed.count(first) > placed.count(second) else first


def set_up(rules: GameRules, stones: Mapping[Position, str], colour: str) -> Study:
    """Return a study of a position: the colour of the stone on each column and row, and the colour to move.

    Columns and rows count from 0 at the top left. Raises ParseError if one is not on the board.
    """
    placed: dict[int, str] = {}
    for (x, y), stone in stones.items():
        cell = rules.geometry.at(x, y)
        if cell is None:
            raise ParseError(_("the cell is not on the board"))
        placed[cell] = stone
    return Study(rules.ruleset, rules.options, start=rules.ruleset.arrange(rules.options, placed, colour))
