"""Search for a VCF (victory by continuous fours), and tests for cells that are forbidden or stop a five."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.patterns import LineClass
from game.engine.search.lines.position import (
    LISTED,
    PLIES,
    combination,
    key_of,
    number_of,
    place,
    position_type,
    static_order,
    stone_before,
    tables_type,
    take_back,
)
from game.engine.search.lines.tables import CELLS, CellClass

_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
_FOUR = int(CellClass.FOUR)
_SUSPECT_FOUR = int(CellClass.SUSPECT_FOUR)
_SUSPECT = int(CellClass.SUSPECT)
_FORBIDDEN = int(CellClass.FORBIDDEN)
_FIVE_IN_LINE = int(LineClass.FIVE)
_STRAIGHT_FOUR = int(LineClass.STRAIGHT_FOUR)
_OPEN_THREE = int(LineClass.OPEN_THREE)
_FIRM_THREE = int(LineClass.FIRM_THREE)
#: Entries of the first part of the proof table, one integer each: positions without a VCF.
VCF_ENTRIES = 1 << 17
#: Bits of an entry of the proof table that hold the depth.
_DEPTH_BITS = 63


@kernel()
def find_cell(position: Record, tables: Record, side: int, cell_class: int) -> int:
    """Return an empty cell of a pattern class (such as: makes a five), or -1 if there is none.

    Cells in line with the newest stone come first.
    """
    base = side * CELLS
    if position.placed > 0:
        newest = stone_before(position, int64(1))
        for way in range(4):
            for distance in range(1 - tables.length, tables.length):
                cell = (newest + tables.steps[way] * distance) & (CELLS - 1)
                if position.classes[base + cell] == cell_class and position.stones[cell] == 0:
                    return int64(cell)
    for index in range(position.cell_count):
        cell = int64(position.cells[index]) & (CELLS - 1)
        if position.classes[base + cell] == cell_class and position.stones[cell] == 0:
            return int64(cell)
    return int64(-1)


@kernel(signature(int64, position_type, tables_type, int64))
def is_forbidden(position: Record, tables: Record, cell: int) -> int:
    """Return 1 if the first colour must not place a stone on this empty cell, else 0.

    If the class of the cell does not decide, the rules are applied recursively: a three counts only if a stone that
    makes it a straight four makes no five and may itself be placed.
    """
    cell &= CELLS - 1
    cell_class = position.classes[cell]
    if cell_class not in (_SUSPECT, _SUSPECT_FOUR):
        return int64(cell_class == _FORBIDDEN)
    lines = int64(position.combined[cell])
    place(position, tables, cell, int64(0))
    threes = 0
    for way in range(4):
        line = (lines >> 4 * way) & 15
        if line not in (_OPEN_THREE, _FIRM_THREE):
            continue
        is_three = False
        for sign in range(-1, 2, 2):
            for distance in range(1, tables.length - 1):
                next_cell = (cell + sign * distance * tables.steps[way]) & (CELLS - 1)
                if position.stones[next_cell] == 1:
                    continue
                if position.stones[next_cell] == 0 and not is_three:
                    opens = (int64(position.combined[next_cell]) >> 4 * way) & 15 == _STRAIGHT_FOUR
                    if opens and position.classes[next_cell] != _FIVE:
                        is_three = is_forbidden(position, tables, int64(next_cell)) == 0
                break
        threes += is_three
    take_back(position, tables)
    return int64(threes > 1)


@kernel()
def may_place(position: Record, tables: Record, cell: int, side: int) -> bool:
    """Return True if the rules allow this colour to place a stone on an empty cell."""
    return side == 1 or tables.banned == 0 or is_forbidden(position, tables, int64(cell)) == 0


@kernel()
def list_stops(position: Record, tables: Record, side: int, row: int) -> int:
    """List the cells where ``side`` can stop the opponent's five, and return their number.

    The list is unsorted. Usually this is the cell of the five; there is none if the opponent has two fives. If a row
    with both ends blocked does not win, cells beyond the ends of the rows may stop the five too, so each of them is
    tried.
    """
    other = 1 - side
    base = row * LISTED
    five = find_cell(position, tables, other, int64(_FIVE))
    if tables.open_ends == 0:
        if number_of(position.counts[other], _FIVE) > 1 or not may_place(position, tables, five, side):
            return int64(0)
        position.listed[base] = five
        return int64(1)
    found = 0
    is_first = True
    for way in range(4):
        if (int64(position.combined[other * CELLS + five]) >> 4 * way) & 15 != _FIVE_IN_LINE:
            continue
        for distance in range(-tables.length, tables.length + 1):
            cell = (five + tables.steps[way] * distance) & (CELLS - 1)
            inwards = (cell - tables.steps[way] * (1 if distance > 0 else -1)) & (CELLS - 1)
            is_end = inwards == five or position.stones[inwards] == other + 1
            if position.stones[cell] != 0 or not (is_first if distance == 0 else is_end):
                continue
            if not may_place(position, tables, int64(cell), int64(side)):
                continue
            order = static_order(position, tables, side, int64(cell))
            place(position, tables, int64(cell), int64(side))
            if number_of(position.counts[other], _FIVE) == 0:
                position.listed[base + found] = cell
                position.order[base + found] = order
                found += 1
            take_back(position, tables)
        is_first = False
    return int64(found)


@kernel()
def may_hold(position: Record, tables: Record, side: int, cell: int) -> bool:
    """Return True if a stone on the cell may stop the opponent's open four, or delay it by making a four.

    An open four is stopped on a cell where the opponent could make a four, or, if a row needs an open end, on a cell
    beyond such a row.
    """
    other = 1 - side
    makes, stops = combination(position, side, cell), combination(position, other, cell)
    if tables.threatens[makes] != 0 or tables.threatens[stops] != 0:
        return True
    if tables.open_ends != 0:
        for way in range(4):
            for distance in range(-tables.length, tables.length + 1):
                near = (cell + tables.steps[way] * distance) & (CELLS - 1)
                if position.stones[near] == 0 and position.classes[other * CELLS + near] == _OPEN_FOUR:
                    return True
    return False


@kernel()
def number_of_fours(position: Record, side: int) -> int:
    """Return the number of cells where a colour can make a four.

    The colour must have no cell that makes a five or an open four.
    """
    counts = position.counts[side]
    return number_of(counts, _FOUR) + number_of(counts, _FOUR + 1) + number_of(counts, _FOUR + 2)


@kernel()
def list_in_order(position: Record, base: int, found: int, most: int, cell: int, order: int) -> int:
    """Insert a cell into a list sorted by descending ``order``, and return the new length of the list.

    The list begins at ``base`` and has at most ``most`` cells; if it is full, its last cell is dropped.
    """
    at = found
    while at > 0 and position.order[base + at - 1] < order:
        if at < most:
            position.order[base + at] = position.order[base + at - 1]
            position.listed[base + at] = position.listed[base + at - 1]
        at -= 1
    if at < most:
        position.order[base + at] = order
        position.listed[base + at] = cell
    return min(found + 1, most)


@kernel()
def list_fours(position: Record, tables: Record, side: int, row: int) -> int:
    """List the cells where a colour makes a four, the most promising first, and return their number."""
    base, found = int64(row * LISTED), int64(0)
    # The counts tell when all cells have been seen, except for possibly forbidden cells, which are not counted.
    missing = CELLS if side == 0 and tables.banned != 0 else number_of_fours(position, side)
    for index in range(position.cell_count):
        if found >= missing:
            break
        cell = int64(position.cells[index]) & (CELLS - 1)
        cell_class = int64(position.classes[side * CELLS + cell])
        if cell_class != _SUSPECT_FOUR and cell_class < _FOUR:
            continue
        if position.stones[cell] != 0 or not may_place(position, tables, cell, side):
            continue
        found = list_in_order(
            position, base, found, int64(LISTED - 1), cell, static_order(position, tables, side, cell)
        )
    return found


@kernel(signature(int64, position_type, tables_type, int64_array, int64, int64, int64))
def win_by_fours(position: Record, tables: Record, proofs: Record, side: int, row: int, depth: int) -> int:
    """Return in how many plies ``side``, to move, wins by continuous fours (VCF); 0 if no win is found.

    ``depth`` limits the number of fours and ``position.four_limit`` the nodes. Positions without a win are stored in
    ``proofs``, the first stone of a win in ``position.four_move``.
    """
    position.four_nodes += 1
    other = 1 - side
    # 1. A five at once, or an open four that the opponent cannot answer with a five.
    if number_of(position.counts[side], _FIVE) > 0:
        position.four_move = find_cell(position, tables, side, int64(_FIVE))
        return int64(1)
    must_stop = number_of(position.counts[other], _FIVE) > 0
    if not must_stop and number_of(position.counts[side], _OPEN_FOUR) > 0:
        position.four_move = find_cell(position, tables, side, int64(_OPEN_FOUR))
        return int64(3)
    if depth <= 0 or row > PLIES - 4 or position.four_nodes > position.four_limit or position.stop != 0:
        return int64(0)
    # 2. The position is known to have no win.
    key = key_of(position, tables, side)
    slot = key & (VCF_ENTRIES - 1)
    if (proofs[slot] ^ key) & ~_DEPTH_BITS == 0 and (proofs[slot] & _DEPTH_BITS) >= depth:
        return int64(0)
    # 3. Each four, and each answer to it.
    count = list_stops(position, tables, side, row) if must_stop else list_fours(position, tables, side, row)
    for index in range(count):
        cell = int64(position.listed[row * LISTED + index])
        cell_class = position.classes[side * CELLS + cell]
        if cell_class < _FOUR and cell_class != _SUSPECT_FOUR:
            continue
        place(position, tables, cell, int64(side))
        longest = int64(1)
        if number_of(position.counts[side], _FIVE) > 0:
            stops = list_stops(position, tables, other, row + 1)
            for answer in range(stops):
                place(position, tables, int64(position.listed[(row + 1) * LISTED + answer]), int64(other))
                plies = win_by_fours(position, tables, proofs, int64(side), int64(row + 2), int64(depth - 1))
                take_back(position, tables)
                longest = max(longest, plies) if plies > 0 else int64(0)
                if longest == 0:
                    break
        else:
            longest = int64(0)
        take_back(position, tables)
        if longest > 0:
            position.four_move = cell
            return longest + 2
    # 4. Store the failure, unless the search was cut short.
    if position.four_nodes <= position.four_limit and position.stop == 0:
        proofs[slot] = (key & ~_DEPTH_BITS) | min(depth, _DEPTH_BITS)
    return int64(0)
