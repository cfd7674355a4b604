"""An exhaustive solver of four in a row with gravity on 7 columns and 6 rows, independent of the engines it checks.

The score of a position is 0 for a draw. It is positive if the side to move wins, and negative if it loses: the number
of its own stones that the winner would have left at the end, plus one. A win with the last stone but one has score 1,
and a sooner win has a higher score. So the empty board has score 1 (J. Tromp, V. Allis, both 1988: the first side wins
in the middle column, with its last stone).

A position is two integers: the stones of the side to move, and all stones. Each column has seven bits, the lowest cell
first. The seventh bit is always empty, so that no line runs on from one column into the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from game.engine.search.compiled import int64, int64_array, kernel, load, signature

COLUMNS, ROWS = 7, 6
CELLS = COLUMNS * ROWS
_BITS = ROWS + 1
_BOTTOM = sum(1 << column * _BITS for column in range(COLUMNS))
_BOARD = _BOTTOM * ((1 << ROWS) - 1)
_COLUMN, _COLUMN_AND_TOP = (1 << ROWS) - 1, (1 << _BITS) - 1
#: The columns, the middle one first: most lines pass through it.
_CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
#: The distances between the bits of neighbours in a row and in both diagonals.
_STEPS = (_BITS - 1, _BITS, _BITS + 1)
#: An entry of the table of known positions: the key, and a lower and an upper bound of the score plus this.
_MIDDLE, _BOUND_BITS = 21, 6
_BOUND = (1 << _BOUND_BITS) - 1
#: Entries of the table as a power of two, of 8 bytes each.
_TABLE_BITS = 24


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game that is not over: the stones of the side to move, and all stones."""

    own: int = 0
    stones: int = 0

    @property
    def count(self) -> int:
        """Number of stones on the board."""
        return self.stones.bit_count()

    def columns(self) -> Iterator[int]:
        """Yield the columns that are not full, from the middle."""
        for column in _CENTRE_FIRST:
            if self.stones >> column * _BITS & _COLUMN != _COLUMN:
                yield column

    def wins(self, column: int) -> bool:
        """Return True if a stone in this column makes four in a row."""
        return winning_cells(self.own, self.stones) & self._cell(column) != 0

    def after(self, column: int) -> Position:
        """Return the position after a stone in a column."""
        return Position(self.stones ^ self.own, self.stones | self._cell(column))

    def _cell(self, column: int) -> int:
        return self.stones + (1 << column * _BITS) & _COLUMN << column * _BITS


def played(columns: Sequence[int]) -> Position:
    """Return the position after stones in these columns. Raises ValueError if the game ends before the last one."""
    position = Position()
    for number, column in enumerate(columns):
        if column not in position.columns() or position.wins(column):
            raise ValueError(f"stone {number + 1} in column {column} is not possible, or ends the game: {columns}")
        position = position.after(column)
    return position


@kernel(signature(int64, int64, int64))
def winning_cells(own: int, stones: int) -> int:
    """Return the empty cells on which a side completes four in a row, whether or not a stone can fall there now."""
    found = (own << 1) & (own << 2) & (own << 3)
    for step in _STEPS:
        pair = (own << step) & (own << 2 * step)
        found |= pair & (own << 3 * step) | pair & (own >> step)
        pair = (own >> step) & (own >> 2 * step)
        found |= pair & (own >> 3 * step) | pair & (own << step)
    return int64(found & (_BOARD ^ stones))


@kernel()
def size(cells: int) -> int:
    """Return the number of cells in a set."""
    number = 0
    while cells != 0:
        cells &= cells - 1
        number += 1
    return int64(number)


@kernel(signature(int64, int64, int64))
def key_of(own: int, stones: int) -> int:
    """Return a number that no other position has but the mirror image of this one."""
    key, mirrored = own + stones, 0
    for column in range(COLUMNS):
        mirrored |= (key >> column * _BITS & _COLUMN_AND_TOP) << (COLUMNS - 1 - column) * _BITS
    return int64(min(key, mirrored))


@kernel()
def slot(key: int, table: np.ndarray) -> int:
    """Return the entry of the table where a position with this key is stored."""
    return int64((key * -7046029254386353131 >> 20) & table.shape[0] - 1)


@kernel()
def list_moves(own: int, stones: int, cells: int, base: int, moves: np.ndarray) -> int:
    """Write the moves on these cells from ``base`` on, those that make most threats first; return their number."""
    found = 0
    for column in _CENTRE_FIRST:
        move = cells & _COLUMN << column * _BITS
        if move == 0:
            continue
        # The number of threats is above the bits of the cell.
        ranked = size(winning_cells(own | move, stones | move)) << _BITS * COLUMNS | move
        at = base + found
        while at > base and moves[at - 1] >> _BITS * COLUMNS < ranked >> _BITS * COLUMNS:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = ranked
        found += 1
    return int64(found)


@kernel(signature(int64, *[int64] * 5, *[int64_array] * 3))
def search(  # noqa: PLR0917 - a kernel takes its arguments by place
    own: int, stones: int, count: int, low: int, high: int, table: np.ndarray, moves: np.ndarray, nodes: np.ndarray
) -> int:
    """Return the score of a position if it is between ``low`` and ``high``, else the bound that it reaches.

    ``nodes`` has the number of searched positions, and the number after which the result is worthless.
    """
    nodes[0] += 1
    if nodes[0] > nodes[1]:
        return int64(0)
    # 1. A win at once, or a loss because the opponent's next stone wins whatever happens.
    possible = (stones + _BOTTOM) & _BOARD
    if possible == 0:
        return int64(0)
    if winning_cells(own, stones) & possible != 0:
        return int64((CELLS + 1 - count) // 2)
    threats = winning_cells(stones ^ own, stones)
    forced = threats & possible
    if forced != 0:
        possible = forced
    safe = possible & ~(threats >> 1)
    if safe == 0 or forced & (forced - 1) != 0:
        return int64(-((CELLS - count) // 2))
    # 2. No win sooner than the stone after the next, and no loss before the opponent's stone after the next.
    low, high = max(low, int64(-(max(0, CELLS - 2 - count) // 2))), min(high, int64((CELLS - 1 - count) // 2))
    key = key_of(own, stones)
    at = slot(key, table)
    known = table[at]
    least, most = int64(-_MIDDLE), int64(_MIDDLE)
    if known >> 2 * _BOUND_BITS == key:
        least, most = (known >> _BOUND_BITS & _BOUND) - _MIDDLE, (known & _BOUND) - _MIDDLE
    low, high = max(low, least), min(high, most)
    if low >= high:
        return int64(low)
    # 3. The moves after which the opponent cannot win at once.
    best, base = low, count * COLUMNS
    for index in range(list_moves(own, stones, safe, base, moves)):
        cell = moves[base + index] & _BOARD
        score = -search(stones ^ own, stones | cell, int64(count + 1), int64(-high), int64(-best), table, moves, nodes)
        if nodes[0] > nodes[1]:
            return int64(0)
        best = max(best, score)
        if best >= high:
            break
    # The score is at most ``best`` unless that reached ``high``, and at least ``best`` if that is more than ``low``.
    least = max(least, best) if best > low else least
    most = min(most, best) if best < high else most
    table[at] = (key << _BOUND_BITS | least + _MIDDLE) << _BOUND_BITS | most + _MIDDLE
    return int64(best)


class OutOfNodesError(Exception):
    """The solver has searched as many positions as it may."""


class Solver:
    """A solver with a table of positions that it knows; it keeps the table for later positions."""

    def __init__(self, table_bits: int = _TABLE_BITS) -> None:
        load()
        self._table = np.zeros(1 << table_bits, np.int64)
        self._moves = np.zeros((CELLS + 1) * COLUMNS, np.int64)
        self._nodes = np.zeros(2, np.int64)

    def value(self, position: Position, nodes: int = 1 << 60) -> int:
        """Return 1 if the side to move wins, 0 for a draw, -1 if it loses.

        Raises OutOfNodesError after ``nodes`` positions.
        """
        score = self._search(position, -1, 1, nodes)
        return (score > 0) - (score < 0)

    def score(self, position: Position, nodes: int = 1 << 60) -> int:
        """Return the exact score, which tells when the game ends. Raises OutOfNodesError after ``nodes`` positions."""
        low, high = -((CELLS - position.count) // 2), (CELLS + 1 - position.count) // 2
        while low < high:
            middle = (low + high) // 2
            # The sign first, then scores near 0: they are found much faster.
            if middle <= 0 and -(-low // 2) < middle:
                middle = -(-low // 2)
            elif middle >= 0 and high // 2 > middle:
                middle = high // 2
            if self._search(position, middle, middle + 1, nodes) <= middle:
                high = middle
            else:
                low = middle + 1
        return low

    def values(self, position: Position, nodes: int = 1 << 60) -> dict[int, int]:
        """Return the value of each possible column for the side to move."""
        if self.value(position, nodes) < 0:
            return dict.fromkeys(position.columns(), -1)
        wins = {column: position.wins(column) for column in position.columns()}
        return {column: 1 if wins[column] else -self.value(position.after(column), nodes) for column in wins}

    def scores(self, position: Position, nodes: int = 1 << 60) -> dict[int, int]:
        """Return the exact score of each possible column for the side to move."""
        at_once, wins = (CELLS + 1 - position.count) // 2, {c: position.wins(c) for c in position.columns()}
        return {column: at_once if wins[column] else -self.score(position.after(column), nodes) for column in wins}

    def _search(self, position: Position, low: int, high: int, nodes: int) -> int:
        self._nodes[:] = 0, nodes
        score = search(position.own, position.stones, position.count, low, high, self._table, self._moves, self._nodes)
        if self._nodes[0] > nodes:
            raise OutOfNodesError
        return int(score)
