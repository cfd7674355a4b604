"""Threats of Connect6 (lines that lack at most two stones), the cells that stop them, and forced wins.

The class of a cell describes the line after placing one stone there: FOUR means that one more stone wins. So a colour
threatens to win if it has a cell of class FOUR or better, and only on such cells can the threat be stopped.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.listing import first_cell, list_cells, list_near_cells
from game.engine.search.lines.position import (
    LISTED,
    PLIES,
    combination,
    key_of,
    number_of,
    place,
    position_type,
    tables_type,
    take_back,
)
from game.engine.search.lines.tables import CellClass
from game.engine.search.lines.vcf import list_in_order

_FIVE = int(CellClass.FIVE)
_FOUR = int(CellClass.FOUR)
_SOME = int(CellClass.SOME)
#: Bit of the packed counts at which the classes from FOUR on begin.
_FOURS_AT = 8 * (_FOUR - int(CellClass.THREE))
#: Entries of the table of positions without a win by double threats, as a power of two.
PROOF_BITS = 18
#: Most cells that stop threats.
_MOST_STOPS = 24
#: Number of first stones of an attack that are searched, and of second stones.
_FIRSTS, _SECONDS = 12, 12
_DEPTH_BITS = 15


@kernel()
def threatens(position: Record, side: int) -> bool:
    """Return True if a colour could win by placing two stones."""
    return bool(position.counts[side] >> _FOURS_AT != 0)


@kernel()
def number_of_stops(position: Record, side: int) -> int:
    """Return the number of cells where a threat of a colour may be stopped."""
    counts, found = position.counts[side] >> _FOURS_AT, int64(0)
    while counts != 0:
        found += counts & 255
        counts >>= 8
    return found


@kernel()
def list_stops(position: Record, side: int, row: int) -> int:
    """List the cells where a colour's threats may be stopped, and return their number."""
    return list_cells(position, side, row, int64(_FOUR))


@kernel()
def winning_cell(position: Record, side: int, stones: int) -> int:
    """Return a cell with which a colour wins within this number of stones, or -1 if there is none."""
    least = _FIVE if number_of(position.counts[side], int64(_FIVE)) > 0 else (_FOUR if stones > 1 else _FIVE + 1)
    if least > _FIVE or not threatens(position, side):
        return int64(-1)
    return first_cell(position, side, least)


@kernel()
def stones_needed(position: Record, tables: Record, side: int, row: int) -> int:
    """Return the number of stones needed to stop all threats of a colour: 0 to 2, or 3 for more."""
    if not threatens(position, side):
        return int64(0)
    other, base = int64(1 - side), row * LISTED
    count = min(list_stops(position, side, row), int64(_MOST_STOPS))
    for index in range(count):
        place(position, tables, int64(position.listed[base + index]), other)
        is_stopped = not threatens(position, side)
        take_back(position, tables)
        if is_stopped:
            return int64(1)
    for index in range(count):
        place(position, tables, int64(position.listed[base + index]), other)
        for second in range(index + 1, count):
            place(position, tables, int64(position.listed[base + second]), other)
            is_stopped = not threatens(position, side)
            take_back(position, tables)
            if is_stopped:
                take_back(position, tables)
                return int64(2)
        take_back(position, tables)
    return int64(3)


@kernel()
def list_attacks(position: Record, tables: Record, side: int, row: int, most: int) -> int:
    """List the best cells where a colour gets three or four stones of a line; return their number.

    The most promising cells come first, at most ``most`` of them.
    """
    base, found = row * LISTED, int64(0)
    for index in range(list_near_cells(position, row)):
        cell = int64(position.listed[base + index])
        makes = combination(position, side, cell)
        if tables.classes[makes] < _SOME:
            continue
        found = list_in_order(position, int64(base), found, int64(most), cell, int64(tables.attack[makes]))
    return found


@kernel(signature(int64, position_type, tables_type, int64_array, int64, int64, int64, int64))
def win_by_threats(
    position: Record, tables: Record, proofs: Record, side: int, row: int, stones: int, depth: int
) -> int:
    """Return the number of stones in which the side to move wins by double threats alone, or 0.

    It is 0 if no win is found. Each turn must force the opponent to answer with both stones. The search gives the
    opponent all cells that may stop a double threat at once: a win against that is a win against every answer.
    ``depth`` limits the turns and ``position.four_limit`` the nodes. The first stone is stored in
    ``position.four_move``.
    """
    position.four_nodes += 1
    other = int64(1 - side)
    # 1. Won within this turn, or no attack is possible.
    cell = winning_cell(position, side, stones)
    if cell >= 0:
        position.four_move = cell
        return int64(2)
    if depth <= 0 or row > PLIES - 6 or position.four_nodes > position.four_limit or position.stop != 0:
        return int64(0)
    if threatens(position, other):
        return int64(0)
    key = key_of(position, tables, side) ^ stones
    slot = key & (proofs.shape[0] - 1)
    if (proofs[slot] ^ key) & ~_DEPTH_BITS == 0 and (proofs[slot] & _DEPTH_BITS) >= depth:
        return int64(0)
    # 2. Each first stone, with each second one if two stones are left.
    firsts = list_attacks(position, tables, side, row, int64(_FIRSTS))
    for first in range(firsts):
        one = int64(position.listed[row * LISTED + first])
        place(position, tables, one, side)
        seconds = list_attacks(position, tables, side, int64(row + 1), int64(_SECONDS)) if stones > 1 else int64(1)
        longest = int64(0)
        for second in range(seconds):
            two = int64(position.listed[(row + 1) * LISTED + second])
            if stones > 1:
                place(position, tables, two, side)
            # A threat that one stone cannot stop has at least three such cells.
            has_two = number_of_stops(position, side) > 2
            needed = stones_needed(position, tables, side, int64(row + 2)) if has_two else int64(0)
            if needed > 2:
                longest = int64(4)
            elif needed == 2:
                # 3. The opponent gets all cells that may stop the threat.
                count = list_stops(position, side, int64(row + 2))
                for index in range(count):
                    place(position, tables, int64(position.listed[(row + 2) * LISTED + index]), other)
                won = win_by_threats(position, tables, proofs, side, int64(row + 2), int64(2), int64(depth - 1))
                for _ in range(count):
                    take_back(position, tables)
                longest = won + 4 if won > 0 else int64(0)
            if stones > 1:
                take_back(position, tables)
            if longest > 0 or position.four_nodes > position.four_limit:
                break
        take_back(position, tables)
        if longest > 0:
            position.four_move = one
            return longest
        if position.four_nodes > position.four_limit:
            return int64(0)
    # 4. Store the failure.
    if position.stop == 0:
        proofs[slot] = (key & ~_DEPTH_BITS) | min(depth, int64(_DEPTH_BITS))
    return int64(0)
