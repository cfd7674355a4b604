"""Forbidden moves of games of five in a row: overline, double four and double three, as renju defines them.

A move that makes five in a row is never forbidden. A three only counts if one more stone would make it an open
("straight") four, without making a five at the same time, and if that stone is not itself forbidden; this is checked
recursively.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from game.core.geometry import Geometry
from game.core.language import _, gettext_noop
from game.core.lines.line_state import LineRule, LineState
from game.core.lines.reasons import lines_of
from game.core.lines.shapes import Shape, padded, shapes
from game.core.model import Reason


class Ban(Enum):
    """A kind of forbidden move.

    Its value is the message to the player, with the fields ``name`` (player) and ``place`` (cell).
    """

    OVERLINE = gettext_noop("{name} may not make a line of more than five (overline) at {place}.")
    DOUBLE_FOUR = gettext_noop("{name} may not make two fours at once (double four) at {place}.")
    DOUBLE_THREE = gettext_noop("{name} may not make two open threes at once (double three) at {place}.")


@dataclass(frozen=True)
class BanningRule(LineRule):
    """A rule for winning lines that also forbids some moves to one colour."""

    bans: frozenset[Ban] = frozenset()
    banned_colour: str = "b"


@dataclass(frozen=True, slots=True)
class ForbiddenMove:
    """The ban that a move violates, and the indices in ``Geometry.directions`` of the lines that violate it."""

    ban: Ban
    ways: tuple[int, ...]


def ban_reason(state: LineState, cell: int, rule: BanningRule, name: str) -> Reason | None:
    """Return the reason why a ban keeps the banned colour from an empty cell, with the lines that violate it, or None.

    ``name`` is the name of the colour on screen.
    """
    forbidden_move = forbidden_at(state.geometry, state.board, cell, rule) if rule.bans else None
    if forbidden_move is None:
        return None
    ban, place = forbidden_move.ban, state.geometry.names[cell].upper()
    lines = lines_of(state.geometry, state.board, cell, forbidden_move.ways, rule.banned_colour, length=rule.length)
    return Reason(ban.name.lower().replace("_", " "), _(ban.value, name=name, place=place), lines)


def forbidden_at(geometry: Geometry, board: Sequence[str], cell: int, rule: BanningRule) -> ForbiddenMove | None:
    """Return the first ban that a stone of the banned colour on an empty cell would violate, or None."""
    return _Judge(geometry, rule).forbidden_move(padded(board), cell)


class _Judge:
    def __init__(self, geometry: Geometry, rule: BanningRule) -> None:
        self.geometry = geometry
        self.rule = rule
        self.bans = rule.bans

    def forbidden_move(self, board: list[str], cell: int) -> ForbiddenMove | None:
        made = self._shapes(board, cell)
        if any(shape.wins for shape in made):
            return None
        if Ban.OVERLINE in self.bans and any(shape.too_long for shape in made):
            return ForbiddenMove(Ban.OVERLINE, tuple(way for way, shape in enumerate(made) if shape.too_long))
        if Ban.DOUBLE_FOUR in self.bans and sum(shape.fours for shape in made) > 1:
            return ForbiddenMove(Ban.DOUBLE_FOUR, tuple(way for way, shape in enumerate(made) if shape.fours))
        threes = self._threes(board, cell, made) if Ban.DOUBLE_THREE in self.bans else ()
        return ForbiddenMove(Ban.DOUBLE_THREE, threes) if len(threes) > 1 else None

    def _shapes(self, board: list[str], cell: int) -> list[Shape]:
        return shapes(self.geometry, board, cell, self.rule.banned_colour, self.rule)

    def _threes(self, board: list[str], cell: int, made: Sequence[Shape]) -> tuple[int, ...]:
        """Return the directions of all valid threes through a cell, or () if fewer than two are possible."""
        if sum(bool(shape.three_points) for shape in made) < 2:
            return ()
        with_stone = board.copy()
        with_stone[cell] = self.rule.banned_colour
        return tuple(way for way, shape in enumerate(made) if self._is_three(with_stone, cell, way, shape))

    def _is_three(self, board: list[str], cell: int, way: int, made: Shape) -> bool:
        return any(self._may_follow(board, self._cell_at(cell, way, step)) for step in made.three_points)

    def _cell_at(self, cell: int, way: int, step: int) -> int:
        dx, dy = self.geometry.directions[way]
        towards = (dx, dy) if step > 0 else (-dx, -dy)
        return self.geometry.ray(cell, towards)[abs(step) - 1]

    def _may_follow(self, board: list[str], cell: int) -> bool:
        wins = any(shape.wins for shape in self._shapes(board, cell))
        return not wins and self.forbidden_move(board, cell) is None
