"""Points that may not be used: overline, double four and double three, with renju's exact three.

Five always comes first. A three counts only if one more stone makes it an open ("straight") four, that stone makes no
five at the same time, and its point is not itself forbidden, which asks the same question again with one stone more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from game.core.geometry import DIRECTIONS, Geometry
from game.core.language import marked
from game.core.line_shapes import Shape, shapes, walled
from game.core.line_state import LineRule


class Ban(Enum):
    """What a colour may not make; the value tells a player, with the fields ``name`` and ``place``."""

    OVERLINE = marked("{name} may not make a line of more than five (overline) at {place}.")
    DOUBLE_FOUR = marked("{name} may not make two fours at once (double four) at {place}.")
    DOUBLE_THREE = marked("{name} may not make two open threes at once (double three) at {place}.")


@dataclass(frozen=True)
class BanningRule(LineRule):
    """A line rule with bans for one colour."""

    bans: frozenset[Ban] = frozenset()
    banned_colour: str = "b"


def broken_ban(geometry: Geometry, board: Sequence[str], cell: int, rule: BanningRule) -> Ban | None:
    """The first ban that a stone of the banned colour on an empty cell would break; None when it may go there."""
    return _Judge(geometry, rule).broken(walled(board), cell)


class _Judge:
    def __init__(self, geometry: Geometry, rule: BanningRule) -> None:
        self.geometry = geometry
        self.rule = rule
        self.bans = rule.bans

    def broken(self, board: list[str], cell: int) -> Ban | None:
        made = self._shapes(board, cell)
        if any(shape.wins for shape in made):
            return None
        if Ban.OVERLINE in self.bans and any(shape.too_long for shape in made):
            return Ban.OVERLINE
        if Ban.DOUBLE_FOUR in self.bans and sum(shape.fours for shape in made) > 1:
            return Ban.DOUBLE_FOUR
        if Ban.DOUBLE_THREE in self.bans and self._is_double_three(board, cell, made):
            return Ban.DOUBLE_THREE
        return None

    def _shapes(self, board: list[str], cell: int) -> list[Shape]:
        return shapes(self.geometry, board, cell, self.rule.banned_colour, self.rule)

    def _is_double_three(self, board: list[str], cell: int, made: Sequence[Shape]) -> bool:
        if sum(bool(shape.three_points) for shape in made) < 2:
            return False
        with_stone = board.copy()
        with_stone[cell] = self.rule.banned_colour
        return sum(self._is_three(with_stone, cell, way, shape) for way, shape in enumerate(made)) > 1

    def _is_three(self, board: list[str], cell: int, way: int, made: Shape) -> bool:
        return any(self._may_follow(board, self._cell_at(cell, way, step)) for step in made.three_points)

    def _cell_at(self, cell: int, way: int, step: int) -> int:
        dx, dy = DIRECTIONS[way]
        towards = (dx, dy) if step > 0 else (-dx, -dy)
        return self.geometry.ray(cell, towards)[abs(step) - 1]

    def _may_follow(self, board: list[str], cell: int) -> bool:
        wins = any(shape.wins for shape in self._shapes(board, cell))
        return not wins and self.broken(board, cell) is None
