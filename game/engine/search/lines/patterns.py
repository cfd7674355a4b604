"""Line patterns: the class of the line through a stone, computed from the rules for every set of neighbours.

A *key* describes the neighbours of a cell along one direction, two bits each (0 empty, 1 first colour, 2 second colour,
3 off the board), in the order of the line: the farthest neighbour behind the cell has the lowest bits, the farthest
neighbour ahead the highest. The cell itself has none.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.engine.search.lines.rules import ColourRule, Rules

Codes = NDArray[np.int64]
Flags = NDArray[np.bool_]
Classes = NDArray[np.uint8]


class LineClass(IntEnum):
    """The pattern that a stone on a cell makes in one direction, from weakest to strongest.

    An *open* pattern can become a straight four; a *closed* pattern only a four with one way to five. A pattern is
    *firm* if more than one next stone keeps it open.
    """

    DEAD = 0
    CLOSED_ONE = 1
    OPEN_ONE = 2
    CLOSED_TWO = 3
    OPEN_TWO = 4
    FIRM_TWO = 5
    CLOSED_THREE = 6
    OPEN_THREE = 7
    FIRM_THREE = 8
    FOUR = 9
    SPLIT_FOUR = 10
    """Two fours in one line, each with a gap."""
    STRAIGHT_FOUR = 11
    FIVE = 12
    OVERLINE = 13
    """A line longer than a winning line, of a colour for which that is forbidden."""


def line_classes(rules: Rules, stone: int) -> Classes:
    """Return the pattern class of a stone for every key, which describes the neighbours on its line.

    The stone has the colour 1 or 2, and a key has ``2 * rules.reach`` neighbours.
    """
    return _Lines(rules.first if stone == 1 else rules.second, stone, rules.reach, rules.length).classes()


class _Lines:
    """The computation of pattern classes for every possible neighbourhood of one colour's stone on a line."""

    def __init__(self, rule: ColourRule, stone: int, reach: int, length: int) -> None:
        self.rule, self.stone, self.other, self.reach, self.length = rule, stone, 3 - stone, reach, length
        self.shifts = [2 * place for place in range(2 * reach)]
        every: Codes = np.arange(1 << 4 * reach, dtype=np.int64)
        self.meaning = every if rule.needs_open_end else self._walls_as_stones(every)
        self.codes: Codes = every[self.meaning == every]
        self.size = len(every)

    def _walls_as_stones(self, codes: Codes) -> Codes:
        """Replace the board's edges in line keys by stones of the opponent, and return the new keys.

        Both block a line in the same way if open ends do not matter, and only then is this used.
        """
        for shift in self.shifts:
            is_wall = (codes >> shift) & 3 == 3
            codes = np.where(is_wall, codes - ((3 - self.other) << shift), codes)
        return codes

    def classes(self) -> Classes:
        """Return the pattern class of every neighbourhood, worked out backwards from a completed five."""
        ahead, behind = self._run(range(self.reach, 2 * self.reach)), self._run(range(self.reach - 1, -1, -1))
        run = ahead + behind + 1
        wins = self._wins(run, ahead, behind)
        five_points = [self._after(self._spread(wins), shift) for shift in self.shifts]
        count = np.sum(five_points, axis=0)
        straight = self._is_straight(run, ahead, behind, five_points, count)
        found = np.zeros(len(self.codes), np.uint8)
        found[count > 0] = LineClass.FOUR
        found[count > 1] = LineClass.SPLIT_FOUR
        if self.rule.needs_open_end:
            found[count > 1] = LineClass.FOUR
        found[straight] = LineClass.STRAIGHT_FOUR
        found[wins] = LineClass.FIVE
        if self.rule.bans_overline:
            found[(run > self.length) & ~wins] = LineClass.OVERLINE
        for _ in range(3):
            self._step_down(found)
        return self._spread(found)[self.meaning]

    def _run(self, places: range) -> Codes:
        """Return the number of own stones in an unbroken row on one side, whose ``places`` go outwards."""
        unbroken = np.ones(len(self.codes), np.bool_)
        length = np.zeros(len(self.codes), np.int64)
        for place in places:
            unbroken &= (self.codes >> self.shifts[place]) & 3 == self.stone
            length += unbroken
        return length

    def _wins(self, run: Codes, ahead: Codes, behind: Codes) -> Flags:
        exact: Flags = run == self.length
        if self.rule.needs_open_end:
            stops = [(self.codes >> 2 * place) & 3 == self.other for place in self._beyond(ahead, behind)]
            exact &= ~(stops[0] & stops[1])
        return exact | (run > self.length) if self.rule.overline_wins else exact

    def _beyond(self, ahead: Codes, behind: Codes) -> tuple[Codes, Codes]:
        """Return the places next to the ends of a row, as numbers in the key; one too many for those not in it."""
        before = self.reach - 1 - behind
        return self.reach + ahead, np.where(before >= 0, before, len(self.shifts))

    def _spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """Copy the values of this colour's distinct neighbourhoods into a table of all neighbourhoods."""
        table = np.zeros(self.size, values.dtype)
        table[self.codes] = values
        return table

    def _after(self, table: NDArray[Any], shift: int, stone: int = 0) -> NDArray[Any]:
        """Return each neighbourhood's table value after adding a stone on one cell, 0 if that cell is occupied.

        The stone is an own one unless ``stone`` gives a colour. ``shift`` is the bit of the neighbour in the key.
        """
        empty = (self.codes >> shift) & 3 == 0
        more = np.where(empty, self.codes | ((stone or self.stone) << shift), 0)
        return np.where(empty, table[more], table.dtype.type(0))

    def _is_straight(self, run: Codes, ahead: Codes, behind: Codes, five_points: list[Flags], count: Codes) -> Flags:
        """Return True for each neighbourhood that makes a straight four, which wins at either end.

        If open ends matter, it must also be a four that no single stone of the opponent stops.
        """
        at = np.arange(len(self.codes))
        points = np.stack([*five_points, np.zeros(len(self.codes), np.bool_)])
        ends = self._beyond(ahead, behind)
        straight: Flags = (run == self.length - 1) & points[ends[0], at] & points[ends[1], at]
        if self.rule.needs_open_end:
            still = self._spread(count > 0)
            for shift in self.shifts:
                taken = (self.codes >> shift) & 3 != 0
                straight &= taken | self._after(still, shift, self.other)
        return straight

    def _step_down(self, found: Classes) -> None:
        """Assign a class to each neighbourhood from which one more stone leads to a classified one."""
        table = self._spread(found)
        nexts = np.stack([self._after(table, shift) for shift in self.shifts])
        if not (self.rule.bans_double_four or self.rule.needs_open_end):
            nexts[nexts == LineClass.SPLIT_FOUR] = LineClass.STRAIGHT_FOUR
        nexts[nexts >= LineClass.FIVE] = 0
        best = nexts.max(axis=0)
        ways = np.sum(nexts >= best, axis=0)
        undecided = found == 0
        for after, once, often in _WORTH_BEFORE:
            hits = undecided & (best == after)
            found[hits] = np.where(ways[hits] > 1, often, once)


_C = LineClass
#: Class after one more stone, and the class before it: if one such stone exists, and if several exist.
_WORTH_BEFORE: tuple[tuple[LineClass, LineClass, LineClass], ...] = (
    (_C.STRAIGHT_FOUR, _C.OPEN_THREE, _C.FIRM_THREE),
    (_C.SPLIT_FOUR, _C.CLOSED_THREE, _C.CLOSED_THREE),
    (_C.FOUR, _C.CLOSED_THREE, _C.CLOSED_THREE),
    (_C.FIRM_THREE, _C.OPEN_TWO, _C.FIRM_TWO),
    (_C.OPEN_THREE, _C.OPEN_TWO, _C.OPEN_TWO),
    (_C.CLOSED_THREE, _C.CLOSED_TWO, _C.CLOSED_TWO),
    (_C.FIRM_TWO, _C.OPEN_ONE, _C.OPEN_ONE),
    (_C.OPEN_TWO, _C.OPEN_ONE, _C.OPEN_ONE),
    (_C.CLOSED_TWO, _C.CLOSED_ONE, _C.CLOSED_ONE),
)
