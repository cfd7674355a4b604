"""Shapes: the wins, fours and threes that one stone makes on the lines through its cell.

The terms are those of five in a row. For a winning line of k stones, a *four* is a line that one more stone wins (k - 1
stones), an *open four* can be won at both ends, and a *three* is a line that one more stone turns into an open four.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter

from game.core.geometry import Geometry
from game.core.lines.line_state import LineRule
from game.core.model import EMPTY

#: The letter in a segment for a place where the board has no cell.
WALL = "#"

#: A segment: the letters on a line around a cell, with the cell in the middle. It extends one winning length each way,
#: so that it has everything that affects a stone on the cell.
Segment = tuple[str, ...]


def padded(board: Sequence[str]) -> list[str]:
    """Return a copy of the board with WALL after its last cell, as ``segments`` needs it."""
    return [*board, WALL]


@cache
def _readers(geometry: Geometry, reach: int) -> tuple[tuple[Callable[[Sequence[str]], Segment], ...], ...]:
    """Return, for each cell, functions that read the lines of cells around it from a board, one for each direction.

    A place off the board has the index -1, where ``padded`` appended WALL.
    """
    return tuple(
        tuple(itemgetter(*_cells_around(geometry, cell, dx, dy, reach)) for dx, dy in geometry.directions)
        for cell in range(len(geometry))
    )


def _cells_around(geometry: Geometry, cell: int, dx: int, dy: int, reach: int) -> list[int]:
    """Return the cells of a segment, with -1 for places off the board.

    A closed line with no more cells than ``reach`` is cut at the cell, so that no stone is seen twice in a row.
    """
    is_cut = 0 < len(geometry.ring(cell, (dx, dy))) <= reach
    behind = () if is_cut else geometry.ray(cell, (-dx, -dy))[:reach]
    ahead = geometry.ray(cell, (dx, dy))[:reach]
    return [*[-1] * (reach - len(behind)), *reversed(behind), cell, *ahead, *[-1] * (reach - len(ahead))]


def segments(geometry: Geometry, board_and_wall: Sequence[str], cell: int, reach: int) -> list[Segment]:
    """Return the lines of cells around a cell, ``reach`` cells each way, in the order of ``Geometry.directions``."""
    return [read(board_and_wall) for read in _readers(geometry, reach)[cell]]


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape, such as an open four, that a stone makes on one of the lines through its cell."""

    wins: bool = False
    too_long: bool = False
    """True if the row is an overline, longer than a winning line may be."""
    fours: int = 0
    """The number of fours that contain the stone; an open four counts once."""
    open_four: bool = False
    three_points: tuple[int, ...] = ()
    """The places where one more stone makes an open four, in steps along the line; empty if the stone makes a four."""


@lru_cache(maxsize=1 << 16)
def shape(segment: Segment, colour: str, rule: LineRule) -> Shape:
    """Return the shape that a stone of this colour makes in the empty middle cell of a line of cells."""
    middle = len(segment) // 2
    line = [*segment]
    line[middle] = colour
    start, end = _run(line, middle)
    if stands_in_win(line, middle, rule):
        return Shape(wins=True)
    if end - start > rule.length:
        return Shape(too_long=True)
    wins = [at for at in _empty_near(line, middle, rule.length - 1) if _wins_with(line, at, middle, rule)]
    if wins:
        is_open = _is_open_four(line, middle, rule)
        return Shape(fours=1 if is_open else len(wins), open_four=is_open)
    near = _empty_near(line, middle, rule.length - 2)
    return Shape(three_points=tuple(at - middle for at in near if _opens_with(line, at, middle, rule)))


def shapes(geometry: Geometry, board_and_wall: Sequence[str], cell: int, colour: str, rule: LineRule) -> list[Shape]:
    """Return the shapes that a stone of this colour on an empty cell makes, one for each of the board's directions."""
    return [shape(segment, colour, rule) for segment in segments(geometry, board_and_wall, cell, rule.length)]


def _run(line: Sequence[str], at: int) -> tuple[int, int]:
    """Return the start and the end (exclusive) of the run of equal stones around an index of a line."""
    start, end = at, at + 1
    while start > 0 and line[start - 1] == line[at]:
        start -= 1
    while end < len(line) and line[end] == line[at]:
        end += 1
    return start, end


def stands_in_win(line: Sequence[str], at: int, rule: LineRule) -> bool:
    """Return True if the stone at index ``at`` of a row of cells is part of a winning line.

    ``line`` must include everything on both sides that affects the result.
    """
    start, end = _run(line, at)
    ends = [line[i] for i in (start - 1, end) if 0 <= i < len(line)]
    return rule.wins(line[at], end - start, sum(stone not in (EMPTY, WALL) for stone in ends))


def _empty_near(line: Sequence[str], middle: int, reach: int) -> list[int]:
    return [at for at in range(middle - reach, middle + reach + 1) if line[at] == EMPTY]


def _with(line: Sequence[str], at: int, middle: int) -> list[str]:
    return [*line[:at], line[middle], *line[at + 1 :]]


def _wins_with(line: Sequence[str], at: int, middle: int, rule: LineRule) -> bool:
    """Return True if a stone at index ``at`` of a line of cells makes a win that includes the middle cell."""
    more = _with(line, at, middle)
    start, end = _run(more, at)
    return start <= middle < end and stands_in_win(more, at, rule)


def _is_open_four(line: Sequence[str], middle: int, rule: LineRule) -> bool:
    start, end = _run(line, middle)
    return end - start == rule.length - 1 and all(
        0 <= at < len(line) and line[at] == EMPTY and _wins_with(line, at, middle, rule) for at in (start - 1, end)
    )


def _opens_with(line: Sequence[str], at: int, middle: int, rule: LineRule) -> bool:
    """Return True if a stone at index ``at`` of a line makes an open four that includes the middle cell."""
    more = _with(line, at, middle)
    start, end = _run(more, at)
    return start <= middle < end and _is_open_four(more, middle, rule)
