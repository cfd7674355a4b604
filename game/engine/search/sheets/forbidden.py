"""Moves that ``forbid`` keeps from a side, as the search sees them.

Overlines and double fours are found exactly. A double three is approximate: a three counts even if the stone that would
make it an open four were itself forbidden. At the root of a search the rules of the game decide instead.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, kernel
from game.engine.search.sheets.lines import line_effects
from game.engine.search.sheets.tables import CELLS, DOUBLE_FOUR, DOUBLE_THREE, OVERLINE, WAYS


@kernel()
def is_forbidden(position: Record, tables: Record, side: int, cell: int, kind: int) -> bool:
    """Return True if a side may not place this stone on an empty cell, because of the line that it would make."""
    bans, length, own = int64(tables.forbids[side]), tables.length, int64(tables.line_kind[kind])
    if bans == 0 or own == 0 or length < 4 or (position.is_filtered != 0 and position.made == 0):
        return False
    # Each forbidden move needs two windows with all stones of a three but one.
    if position.sums[own * CELLS + cell] < 2 * tables.order[length - 3]:
        return False
    if line_effects(position, tables, cell, kind, side, False) >> side & 1 != 0:
        return False
    stone = kind + 1
    position.stones[cell] = stone
    fours, threes, is_long = int64(0), int64(0), False
    for number in range(tables.line_ways):
        way = int64(2 * number)
        is_long |= run_length(position, tables, cell, way, stone) > length
        in_way = fours_in(position, tables, cell, way, stone)
        fours += in_way
        if in_way == 0 and bans & DOUBLE_THREE != 0 and is_three(position, tables, cell, way, stone):
            threes += 1
    position.stones[cell] = 0
    return (
        (bans & OVERLINE != 0 and is_long)
        or (bans & DOUBLE_FOUR != 0 and fours > 1)
        or (bans & DOUBLE_THREE != 0 and threes > 1)
    )


@kernel()
def run_length(position: Record, tables: Record, cell: int, way: int, stone: int) -> int:
    """Return the length of the run of one stone through a cell, which has this stone or counts as if it had."""
    length = int64(1)
    for there_way in range(way, way + 2):
        there = int64(tables.step[cell * WAYS + there_way])
        while there >= 0 and there != cell and position.stones[there] == stone:
            length += 1
            there = int64(tables.step[there * WAYS + there_way])
    return length


@kernel()
def fours_in(position: Record, tables: Record, cell: int, way: int, stone: int) -> int:
    """Return the number of fours in one direction that contain the stone on ``cell``.

    It is the number of cells that would complete a line of the winning length, but an open four counts once.
    """
    found = int64(0)
    for there_way in range(way, way + 2):
        end = end_of_run(position, tables, cell, int64(there_way), stone)
        if end >= 0 and position.stones[end] == 0 and run_length(position, tables, end, way, stone) == tables.length:
            found += 1
    if found == 2 and run_length(position, tables, cell, way, stone) == tables.length - 1:
        return int64(1)
    return found


@kernel()
def end_of_run(position: Record, tables: Record, cell: int, way: int, stone: int) -> int:
    """Return the first cell beyond the run of one stone from a cell in one way, or -1 at an edge."""
    there = int64(tables.step[cell * WAYS + way])
    while there >= 0 and there != cell and position.stones[there] == stone:
        there = int64(tables.step[there * WAYS + way])
    return there


@kernel()
def is_three(position: Record, tables: Record, cell: int, way: int, stone: int) -> bool:
    """Return True if one more stone would make an open four of the stones in one direction."""
    for there_way in range(way, way + 2):
        end = end_of_run(position, tables, cell, int64(there_way), stone)
        if end < 0 or position.stones[end] != 0:
            continue
        position.stones[end] = stone
        is_open = run_length(position, tables, end, way, stone) == tables.length - 1
        for open_way in range(way, way + 2):
            beyond = end_of_run(position, tables, end, int64(open_way), stone)
            is_open &= (
                beyond >= 0
                and position.stones[beyond] == 0
                and run_length(position, tables, beyond, way, stone) == tables.length
            )
        position.stones[end] = 0
        if is_open:
            return True
    return False
