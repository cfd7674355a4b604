"""The weights of cells by which a computer player chooses its moves, after the table in a thesis of 2017.

Source: Chen, "Five-in-a-row Game on Android System" (2017), sections 5.1, 5.2 and 6.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from game.core.geometry import Geometry
from game.core.lines.line_state import LineRule
from game.core.lines.shapes import Segment, Shape, segments, shape, shapes, stands_in_win
from game.core.model import EMPTY

# Table 5 with B = 1. Each row follows from the one before: blocking one line must be worth more than making four of the
# kind below it, and making one must be worth more than blocking four. The snippets printed in section 6.1 contradict
# the table: starting from B, they give 21 for the player's own live two and 85 for a live three where the table gives
# 85 and 1365, and they halve or quarter the value of a dead line where the table subtracts one. The table is used here.
B = 1
A = 4 * B + 1
D = 4 * A + 1
C = 4 * D + 1
F = 4 * C + 1
E = 4 * F + 1
MAX = 1000 * E


class Weight(NamedTuple):
    """The value of a cell at the end of a line: for its owner, and for the opponent who blocks it."""

    own: int
    enemy: int


_NOTHING = Weight(0, 0)

LIVE: Mapping[int, Weight] = {1: Weight(A, B), 2: Weight(C, D), 3: Weight(E, F), 4: Weight(MAX, 0)}
DEAD: Mapping[int, Weight] = {
    1: Weight(A - 1, B - 1),
    2: Weight(C - 1, D - 1),
    3: Weight(E - 1, F - 1),
    4: Weight(MAX, MAX - 1),
}


@lru_cache(maxsize=1 << 16)
def line_weight(segment: Segment, colour: str, rule: LineRule) -> Weight:
    """Return the weights from Table 5 of Chen (2017) for a colour's stones adjacent to the middle cell of a segment.

    A segment is a line of cells around the cell to be weighed, which is in its middle. It extends four cells in each
    direction, the text's "nearest 8 grids". A line without room for five in this range is worth nothing to either side
    (section 5.1, figure 31). A line is live if both its ends are free once the middle is filled, as section 5.1
    distinguishes good places beside a line from bad ones (figure 30).
    """
    middle = len(segment) // 2
    start = end = middle
    while start > 0 and segment[start - 1] == colour:
        start -= 1
    while end < len(segment) - 1 and segment[end + 1] == colour:
        end += 1
    stones = end - start
    if stones == 0 or not _has_room(segment, colour):
        return _NOTHING
    if stones >= 4:
        return _four_weight(segment, colour, rule, start, end)
    return (LIVE if segment[start - 1] == EMPTY == segment[end + 1] else DEAD)[stones]


def _has_room(segment: Segment, colour: str) -> bool:
    middle = len(segment) // 2
    room = 1
    for steps in (range(middle + 1, middle + 5), range(middle - 1, middle - 5, -1)):
        for at in steps:
            if segment[at] not in (EMPTY, colour):
                break
            room += 1
    return room >= 5


def _four_weight(segment: Segment, colour: str, rule: LineRule, start: int, end: int) -> Weight:
    """Return the weight of a four. Blocking an open four is worth nothing, as it wins at its other end, too.

    Where overlines do not win, a stone that makes more than five is worth nothing.
    """
    if not shape(segment, colour, rule).wins:
        return _NOTHING
    middle = len(segment) // 2
    far_end = start - 1 if end == middle else end + 1 if start == middle else None
    is_live = far_end is not None and segment[far_end] == EMPTY and _wins_at(segment, far_end, colour, rule)
    return (LIVE if is_live else DEAD)[4]


def _wins_at(segment: Segment, at: int, colour: str, rule: LineRule) -> bool:
    return stands_in_win((*segment[:at], colour, *segment[at + 1 :]), at, rule)


# The bonuses of level advanced, in steps of the table. A stone that makes an open four, two fours, or a four and an
# open three wins like a live three extended to a live four. Two open threes rank just below blocking a live three, as
# they win more slowly.
SURE_WIN = Weight(E, F)
DOUBLE_THREE = Weight(F - 1, C)


def double_threat_weight(made: Sequence[Shape]) -> Weight:
    """Return the additional weight of a cell where one stone makes two threats at once, such as two fours.

    ``made`` are the shapes that the stone makes on its four lines. The result has the weight for the player who places
    this stone, and that for the opponent who takes the cell from the player.
    """
    fours = sum(shape.fours for shape in made)
    threes = sum(bool(shape.three_points) for shape in made)
    if any(shape.open_four for shape in made) or fours > 1 or (fours and threes):
        return SURE_WIN
    return DOUBLE_THREE if threes > 1 else _NOTHING


class CellRank(NamedTuple):
    """The rank of a cell; a higher one is better.

    Cells that win at once come first, then those with higher sums of weights.
    """

    wins: bool
    total: float


@dataclass(frozen=True)
class CellRanker:
    """A player who ranks cells with the weight table: its colour, and the parts of the table that count."""

    geometry: Geometry
    rule: LineRule
    colour: str
    opponent: str
    defence: float = 1.0
    """Share of the weights for blocking that the player takes into account; fours are always seen."""
    sees_double_threats: bool = False

    def rank(self, board_and_wall: Sequence[str], cell: int) -> CellRank:
        """Return the rank of an empty cell from its weights in four directions (Chen 2017, section 6.1).

        ``board_and_wall`` is the board with one more entry, which stands for all cells beyond its edge.
        """
        own, enemy = 0, 0.0
        wins = False
        for segment in segments(self.geometry, board_and_wall, cell, self.rule.length + 1):
            made = line_weight(segment, self.colour, self.rule).own
            blocked = line_weight(segment, self.opponent, self.rule).enemy
            own += made
            wins = wins or made == MAX
            enemy += blocked if blocked >= MAX - 1 else blocked * self.defence
        if self.sees_double_threats and (own or enemy) and not wins:
            own += double_threat_weight(self._shapes(board_and_wall, cell, self.colour)).own
            enemy += double_threat_weight(self._shapes(board_and_wall, cell, self.opponent)).enemy
        return CellRank(wins, own + enemy)

    def _shapes(self, board_and_wall: Sequence[str], cell: int, colour: str) -> list[Shape]:
        return shapes(self.geometry, board_and_wall, cell, colour, self.rule)
