"""The scores of patterns of stones in Zhao, "Gomoku Report" (2018), sections 3.2 and 3.3.

The functions of the report that are followed here are findPattern, makeScore and evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import inf
from operator import itemgetter
from typing import NamedTuple

from game.core.geometry import Geometry
from game.core.lines.line_state import LineRule, LineState
from game.core.lines.shapes import padded, shapes
from game.core.model import EMPTY

from .rules import opponent_of

# The report prints the names of its scores but not their values, so these are chosen here. Each stone counts its own
# pattern, so that a three counts three times.
FIVE = 10_000_000
FOUR, JUMP_FOUR, DEAD_FOUR, DEAD_JUMP_FOUR, DEAD_JUMP_FOUR2 = 100_000, 4_000, 3_000, 2_500, 2_500
THREE, JUMP_THREE, DEAD_THREE, DEAD_JUMP_THREE = 1_000, 800, 150, 120
TWO, JUMP_TWO, DEAD_TWO, DEAD_JUMP_TWO = 100, 70, 20, 15
ONE, DEAD_ONE = 10, 2
DEAD = 0

#: Value of a won game, larger than any sum of scores.
WON = 1_000 * FIVE

#: Largest distance of a neighbour; the report does not give it.
NEIGHBOUR_DISTANCE = 2

#: Weight of a prevented pattern for the single-point player.
DEFENCE = 0.7


class ByEnd(NamedTuple):
    """The scores of a pattern that has a gap and one blocked end.

    A gap divides the stones into two pieces. ``at_longer`` applies if the blocked end is at the longer piece (the
    report's ``good_barrier``), ``at_shorter`` if it is at the shorter.
    """

    at_longer: int
    at_shorter: int


Scores = Mapping[int, int | ByEnd]

#: The report's makeScore as data, indexed by the stones before the gap, counted from the nearer end (0: no gap), then
#: by the number of blocked ends, then by the number of stones. Patterns that are not listed score DEAD; five stones in
#: one piece score FIVE.
SCORES: Mapping[int, tuple[Scores, Scores, Scores]] = {
    0: (
        {4: FOUR, 3: THREE, 2: TWO, 1: ONE},
        {4: DEAD_FOUR, 3: DEAD_THREE, 2: DEAD_TWO, 1: DEAD_ONE},
        {},
    ),
    1: (
        {5: FOUR, 4: JUMP_FOUR, 3: JUMP_THREE, 2: JUMP_TWO},
        {
            5: ByEnd(DEAD_FOUR, FOUR),
            4: ByEnd(DEAD_JUMP_FOUR, THREE),
            3: ByEnd(DEAD_JUMP_THREE, TWO),
            2: DEAD_JUMP_TWO,
        },
        {5: DEAD_FOUR, 4: DEAD_FOUR},
    ),
    2: (
        {6: FOUR, 5: JUMP_FOUR, 4: JUMP_THREE},
        {6: ByEnd(DEAD_FOUR, FOUR), 5: ByEnd(DEAD_FOUR, JUMP_FOUR), 4: DEAD_JUMP_FOUR2},
        {6: DEAD_FOUR, 5: DEAD_JUMP_FOUR, 4: DEAD_JUMP_FOUR},
    ),
    3: (
        {7: FOUR, 6: JUMP_FOUR},
        {7: ByEnd(JUMP_FOUR, FOUR), 6: JUMP_FOUR},
        {7: DEAD_FOUR, 6: DEAD_FOUR},
    ),
    4: ({8: FOUR}, {8: FOUR}, {8: DEAD_FOUR}),
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """The stones of one colour around a given stone on a line, with at most one gap.

    Its score follows Zhao's "Gomoku Report" (2018), whose function findPattern collects these stones.
    """

    before_gap: int
    """Number of stones before the gap; all stones if there is no gap."""
    after_gap: int
    blocked_before: bool
    """True if the outer end of the piece before the gap is blocked by the other colour or the edge."""
    blocked_after: bool

    def score(self, colour: str, rule: LineRule) -> int:
        """Return the score of the pattern for its colour, as the function makeScore in Zhao's report (2018) does.

        Five or more stones without a gap score as a five only if the rule counts them as a win, otherwise nothing.
        """
        shorter, longer = sorted((self.before_gap, self.after_gap))
        blocked = self.blocked_before + self.blocked_after
        if longer >= 5:
            return FIVE if rule.wins(colour, longer, 0 if shorter else blocked) else DEAD
        found = SCORES[shorter][blocked].get(shorter + longer, DEAD)
        if isinstance(found, int):
            return found
        return found.at_longer if self.blocked_before == (self.before_gap == longer) else found.at_shorter


Stones = tuple[str, ...]


def find_pattern(line: Stones, at: int) -> Pattern:
    """Return the pattern of the stone at index ``at`` of a line. Stones behind a second gap do not belong to it."""
    ahead, beyond, blocked_ahead = _stretch(line, at, 1, jumps=True)
    behind, before, blocked_behind = _stretch(line, at, -1, jumps=not beyond)
    piece = behind + 1 + ahead
    if before:
        return Pattern(before, piece, blocked_behind, blocked_ahead)
    return Pattern(piece, beyond, blocked_behind, blocked_ahead)


def _stretch(line: Stones, at: int, step: int, *, jumps: bool) -> tuple[int, int, bool]:
    """Return the numbers of stones before and behind the first gap, and whether the end is blocked.

    Only one direction from the stone at ``at`` is examined.
    """
    piece = _run(line, at + step, step, line[at])
    end = at + step * (piece + 1)
    beyond = _run(line, end + step, step, line[at]) if jumps and _is_empty(line, end) else 0
    if beyond:
        end += step * (beyond + 1)
    return piece, beyond, not _is_empty(line, end)


def _run(line: Stones, at: int, step: int, stone: str) -> int:
    length = 0
    while 0 <= at < len(line) and line[at] == stone:
        length += 1
        at += step
    return length


def _is_empty(line: Stones, at: int) -> bool:
    return 0 <= at < len(line) and line[at] == EMPTY


@lru_cache(maxsize=1 << 17)
def line_value(line: Stones, colour: str, rule: LineRule) -> int:
    """Return the value of a line for a colour: the scores of its stones minus the scores of the opponent's stones.

    The scores are those of patterns of stones in Zhao's "Gomoku Report" (2018).
    """
    value = 0
    for at, stone in enumerate(line):
        if stone != EMPTY:
            score = find_pattern(line, at).score(stone, rule)
            value += score if stone == colour else -score
    return value


@lru_cache(maxsize=1 << 17)
def placed_score(line: Stones, at: int, colour: str, rule: LineRule) -> int:
    """Return the score on this line of a stone that is placed on the empty cell at index ``at``.

    It is the score of the pattern that the stone makes with others of its colour, after Zhao's "Gomoku Report" (2018).
    """
    return find_pattern((*line[:at], colour, *line[at + 1 :]), at).score(colour, rule)


@dataclass(frozen=True)
class _Lines:
    """All straight lines of a board, each over its whole length."""

    readers: tuple[Callable[[Sequence[str]], Stones], ...]
    through: tuple[tuple[tuple[int, int], ...], ...]
    """For each cell the lines through it, as pairs (index of the line, index on the line)."""
    near: tuple[frozenset[int], ...]
    """For each cell the cells at most NEIGHBOUR_DISTANCE columns and rows away."""


@cache
def _lines(geometry: Geometry) -> _Lines:
    readers: list[Callable[[Sequence[str]], Stones]] = []
    through: list[list[tuple[int, int]]] = [[] for _ in geometry.cells]
    for dx, dy in geometry.directions:
        for cell in range(len(geometry)):
            line = (cell, *geometry.ray(cell, (dx, dy)))
            if len(line) > 1 and not geometry.ray(cell, (-dx, -dy)):
                for at, member in enumerate(line):
                    through[member].append((len(readers), at))
                readers.append(itemgetter(*line))
    near = tuple(frozenset(_cells_near(geometry, cell)) for cell in range(len(geometry)))
    return _Lines(tuple(readers), tuple(map(tuple, through)), near)


def _cells_near(geometry: Geometry, cell: int) -> Iterator[int]:
    x, y = geometry.cells[cell]
    reach = range(-NEIGHBOUR_DISTANCE, NEIGHBOUR_DISTANCE + 1)
    for dx, dy in product(reach, reach):
        found = geometry.at(x + dx, y + dy)
        if found is not None and found != cell:
            yield found


class PatternBoard:
    """A position with the value of each line of its board, so that a computer player can quickly try out moves."""

    def __init__(self, state: LineState) -> None:
        self.geometry = state.geometry
        self.rule = state.rule
        self.colour = state.colour
        self.opponent = opponent_of(state)
        self.nodes = 0
        """Number of positions evaluated so far."""
        self._lines = _lines(state.geometry)
        self._board = padded(state.board)
        self._values = [self._line_value(line) for line in range(len(self._lines.readers))]
        stones = (cell for cell, stone in enumerate(state.board) if stone != EMPTY)
        self._near = frozenset(near for cell in stones for near in self._lines.near[cell])
        empty_near = (cell for cell in self._near if state.board[cell] == EMPTY)
        self._replies = sorted(empty_near, key=self.point_score, reverse=True)
        self._lost_at = [cell for cell in self._replies if self._wins(cell, self.opponent)]

    def has_neighbour(self, cell: int) -> bool:
        """Return True if there is a stone within two steps of the cell."""
        return cell in self._near

    def point_score(self, cell: int) -> float:
        """Return the score of an own stone on a cell plus 0.7 times (DEFENCE) the score of an opponent's stone there.

        A cell that wins at once has the highest score of all.
        """
        own = 2 * FIVE if self._wins(cell, self.colour) else self._placed_score(cell, self.colour)
        return own + DEFENCE * self._placed_score(cell, self.opponent)

    def value_after(self, cell: int, alpha: float) -> float:
        """Return the evaluation of the position after a stone on ``cell`` and the opponent's best reply.

        The search for this reply stops as soon as the result cannot exceed ``alpha``, the best value found so far.
        """
        if self._wins(cell, self.colour):
            return WON
        before = self._values
        self._board[cell] = self.colour
        self._values = before.copy()
        for line, _ in self._lines.through[cell]:
            self._values[line] = self._line_value(line)
        value = self._value_of_replies(cell, alpha)
        self._board[cell] = EMPTY
        self._values = before
        return value

    def _value_of_replies(self, cell: int, alpha: float) -> float:
        if any(self._wins(reply, self.opponent) for reply in self._lost_at if reply != cell):
            return -WON
        situation = sum(self._values)
        value = inf
        for reply in (*self._replies, *self._lines.near[cell] - self._near):
            if self._board[reply] == EMPTY:
                value = min(value, situation + self._gain(reply))
                if value <= alpha:
                    break
        return situation if value == inf else value

    def _gain(self, reply: int) -> int:
        """Return the change of the evaluation by an opponent's stone, computed on the four lines through it."""
        self.nodes += 1
        self._board[reply] = self.opponent
        gain = sum(self._line_value(line) - self._values[line] for line, _ in self._lines.through[reply])
        self._board[reply] = EMPTY
        return gain

    def _line_value(self, line: int) -> int:
        return line_value(self._lines.readers[line](self._board), self.colour, self.rule)

    def _placed_score(self, cell: int, colour: str) -> int:
        through = self._lines.through[cell]
        return sum(placed_score(self._lines.readers[line](self._board), at, colour, self.rule) for line, at in through)

    def _wins(self, cell: int, colour: str) -> bool:
        made = shapes(self.geometry, self._board, cell, colour, self.rule)
        return any(shape.wins for shape in made)
