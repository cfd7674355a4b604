"""Search for a VCF (victory by continuous fours), and tests for cells that are forbidden or stop a five."""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.listing import add_cells, cells_in_row, first_cell, list_cells, mark, mark_lines
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
from game.engine.search.lines.tables import CELLS, FRAME, ROW, CellClass
from game.engine.search.vectors import lowest_bit

_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
_FOUR = int(CellClass.FOUR)
_SUSPECT_FOUR = int(CellClass.SUSPECT_FOUR)
_SUSPECT = int(CellClass.SUSPECT)
_FORBIDDEN = int(CellClass.FORBIDDEN)
_FIVE_IN_LINE = int(LineClass.FIVE)
_FOUR_IN_LINE = int(LineClass.FOUR)
_STRAIGHT_FOUR = int(LineClass.STRAIGHT_FOUR)
_OPEN_THREE = int(LineClass.OPEN_THREE)
_FIRM_THREE = int(LineClass.FIRM_THREE)
#: Entries of the first part of the proof table, one integer each: positions without a VCF.
VCF_ENTRIES = 1 << 17
#: Bits of an entry of the proof table that hold the depth.
_DEPTH_BITS = 63


@kernel()
def find_cell(position: Record, tables: Record, side: int, cell_class: int) -> int:
    """Return an empty cell of a colour's best class, which is ``cell_class``, or -1 if there is none.

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
    return first_cell(position, side, cell_class)


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
        if (combination(position, other, five) >> 4 * way) & 15 != _FIVE_IN_LINE:
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
def is_in_line(cell: int, other: int, most: int) -> bool:
    """Return True if a cell is in line with another one, at most ``most`` cells away."""
    x, y = abs((cell & (ROW - 1)) - (other & (ROW - 1))), abs(cell // ROW - other // ROW)
    return max(x, y) <= most and (x == 0 or y in (0, x))


@kernel()
def fours_in_row(position: Record, tables: Record, side: int, row: int) -> int:
    """Return a bit for each cell of a row: 1 if it is empty and a colour would make a four or more there."""
    cells = cells_in_row(position, side, row, int64(_FOUR))
    if side == 0 and tables.banned != 0:
        # An overline and a double four are forbidden, and a four may be part of a double three.
        for cell_class in (_FORBIDDEN, _SUSPECT_FOUR):
            more = cells_in_row(position, side, row, int64(cell_class + 1))
            cells |= cells_in_row(position, side, row, int64(cell_class)) & ~more
    return cells


@kernel()
def list_defences(position: Record, tables: Record, side: int, ply: int) -> int:
    """List the cells where a stone may stop the opponent's open four or delay it, and return their number.

    An open four is stopped on a cell of its line where the opponent could make a four or, if a row needs an open end,
    on a cell beyond such a row. It is delayed by a four.
    """
    base = at = int64(ply * LISTED)
    other, next_base = int64(1 - side), base + LISTED
    open_fours = int64(0)
    if tables.open_ends == 0:
        # A stone that stops all open fours stops the first one.
        position.marked[:] = 0
        first = first_cell(position, other, int64(_OPEN_FOUR))
        mark(position, first)
        mark_lines(position, tables, first, combination(position, other, first), int64(_FOUR_IN_LINE), side + 1)
    else:
        position.marked[:] = -1
        open_fours = list_cells(position, other, int64(ply + 1), int64(_OPEN_FOUR))
    for row in range(FRAME, FRAME + position.size):
        cells = fours_in_row(position, tables, other, row) & position.marked[row]
        cells |= fours_in_row(position, tables, side, row)
        others = position.empty[row] & position.near[row] & ~cells if open_fours > 0 else int64(0)
        while others != 0:
            place_in_row = lowest_bit(others)
            others &= others - 1
            for index in range(next_base, next_base + open_fours):
                if is_in_line(row * ROW + place_in_row, int64(position.listed[index]), tables.length):
                    cells |= 1 << place_in_row
        at = add_cells(position, at, row, cells)
    return at - base


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
    least = _SUSPECT_FOUR if side == 0 and tables.banned != 0 else _FOUR
    for index in range(list_cells(position, side, row, least)):
        cell = int64(position.listed[base + index])
        cell_class = int64(position.classes[side * CELLS + cell])
        if (cell_class != _SUSPECT_FOUR and cell_class < _FOUR) or not may_place(position, tables, cell, side):
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
                plies = win_by_fours(position, tables, proofs, side, row + 2, depth - 1)
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
