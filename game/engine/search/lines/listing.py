"""Lists of empty cells: near a stone, of a class, or marked. A whole row of the board is looked at at once."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.lines.position import LISTED, WALL
from game.engine.search.lines.tables import CELLS, FRAME, ROW
from game.engine.search.vectors import Value, Vectors, lowest_bit, operation


def _large_bytes(vectors: Vectors, given: Sequence[Value]) -> Value:
    values, at, least = given
    enough = vectors.everywhere(vectors.narrowed(least, 8), 8)
    return vectors.as_bits(vectors.builder.icmp_unsigned(">=", vectors.load(values, at, 8), enough))


#: Compares the bytes of a row of the board with a number; returns a bit for each, 1 if it is as large.
_large_bytes_of_row = operation(ROW, "values at least", _large_bytes, returns=True)


@kernel()
def cells_in_row(position: Record, side: int, row: int, least: int) -> int:
    """Return a bit for each cell of a row: 1 if it is empty and its class for a colour is at least ``least``."""
    return int64(position.empty[row] & _large_bytes_of_row(position.classes, side * CELLS + row * ROW, least))


@kernel()
def add_cells(position: Record, at: int, row: int, cells: int) -> int:
    """Add the cells of a row, given by bits, to the list of moves from place ``at`` on, and return the next place."""
    while cells != 0:
        position.listed[at] = row * ROW + lowest_bit(cells)
        cells &= cells - 1
        at += 1
    return int64(at)


@kernel()
def list_cells(position: Record, side: int, ply: int, least: int) -> int:
    """List the empty cells whose class for a colour is at least ``least``, row by row, and return their number."""
    base = at = int64(ply * LISTED)
    for row in range(FRAME, FRAME + position.size):
        at = add_cells(position, at, row, cells_in_row(position, side, row, least))
    return at - base


@kernel()
def list_near_cells(position: Record, ply: int) -> int:
    """List the empty cells near a stone, row by row, and return their number."""
    base = at = int64(ply * LISTED)
    for row in range(FRAME, FRAME + position.size):
        at = add_cells(position, at, row, position.empty[row] & position.near[row])
    return at - base


@kernel()
def first_cell(position: Record, side: int, least: int) -> int:
    """Return the first empty cell, row by row, whose class for a colour is at least ``least``; -1 if there is none."""
    for row in range(FRAME, FRAME + position.size):
        cells = cells_in_row(position, side, row, least)
        if cells != 0:
            return int64(row * ROW + lowest_bit(cells))
    return int64(-1)


@kernel()
def mark(position: Record, cell: int) -> None:
    """Add a cell to the marked ones, which are kept in one integer a row."""
    position.marked[cell // ROW] |= 1 << (cell & (ROW - 1))


@kernel(within_caller=True)
def mark_lines(position: Record, tables: Record, cell: int, lines: int, least: int, blocker: int) -> None:
    """Mark the empty cells on the lines through a cell that one row can share with it.

    ``lines`` has the classes of the lines in the four directions; those below ``least`` are left out. A line ends at
    the edge of the board and at a stone ``blocker``.
    """
    for way in range(4):
        if (lines >> 4 * way) & 15 < least:
            continue
        for sign in range(-1, 2, 2):
            for distance in range(1, tables.length):
                near = (cell + sign * distance * tables.steps[way]) & (CELLS - 1)
                stone = position.stones[near]
                if stone in (WALL, blocker):
                    break
                if stone == 0:
                    mark(position, near)


@kernel()
def list_marked_cells(position: Record, ply: int) -> int:
    """List the empty cells that are marked, row by row, and return their number."""
    base = at = int64(ply * LISTED)
    for row in range(FRAME, FRAME + position.size):
        at = add_cells(position, at, row, position.empty[row] & position.marked[row])
    return at - base
