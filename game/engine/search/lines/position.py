"""The position in the compiled search; placing or undoing a stone updates the patterns and classes of all cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.engine.search.compiled import Record, int64, kernel, no_value, record_type, signature
from game.engine.search.lines.net.shape import sums_layout
from game.engine.search.lines.tables import CELLS, FIRST_COUNTED, FRAME, ROW, TABLES

#: Most moves of a game plus a search, and most changed patterns stored for taking stones back.
MOVES = 1024
CHANGES = 1 << 15
#: Most plies of a search, and most moves listed at one of them.
PLIES = 128
LISTED = 256
#: Distance along a line within which cells near a stone are searched.
NEAR = 3
WALL = 3

POSITION = np.dtype(
    [
        ("hash", "i8"),
        ("counts", "i8", (2,)),
        ("size", "i8"),
        ("placed", "i8"),
        ("changed", "i8"),
        ("cell_count", "i8"),
        ("nodes", "i8"),
        ("four_nodes", "i8"),
        ("four_limit", "i8"),
        ("node_limit", "i8"),
        ("stop", "i8"),
        ("seeks_wins", "i8"),
        ("age", "i8"),
        ("best", "i8"),
        ("best_score", "i8"),
        ("four_move", "i8"),
        ("cells", "i2", (512,)),
        ("stones", "u1", (CELLS,)),
        ("neighbours", "u1", (CELLS,)),
        ("keys", "i4", (4 * CELLS,)),
        ("patterns", "u1", (4 * CELLS,)),
        ("combined", "u2", (2 * CELLS,)),
        ("classes", "u1", (2 * CELLS,)),
        ("moves", "i2", (MOVES,)),
        ("changes_before", "i8", (MOVES,)),
        ("counts_before", "i8", (2 * MOVES,)),
        ("changed_at", "i2", (CHANGES,)),
        ("changed_from", "u1", (CHANGES,)),
        ("combined_before", "u2", (2 * CHANGES,)),
        ("classes_before", "u1", (2 * CHANGES,)),
        ("listed", "i2", (PLIES * LISTED,)),
        ("order", "i4", (PLIES * LISTED,)),
        ("killers", "i2", (2 * PLIES,)),
        ("history", "i2", (4 * CELLS,)),
        ("follow_ups", "i2", (2 * 16 * CELLS,)),
        ("answers", "i2", (2 * CELLS,)),
        ("values", "i4", (PLIES,)),
        ("excluded", "i2", (PLIES,)),
        ("sums", sums_layout(CELLS, MOVES, CHANGES)),
    ],
    align=True,
)

position_type = record_type(POSITION)
tables_type = record_type(TABLES)


def cell_at(x: int, y: int) -> int:
    """Return the number of the cell in column x from the left and row y from the top."""
    return (y + FRAME) * ROW + x + FRAME


def column_and_row(cell: int) -> tuple[int, int]:
    """Return the column and row of a cell."""
    return cell % ROW - FRAME, cell // ROW - FRAME


def new_position(size: int, tables: Record) -> NDArray[np.void]:
    """Create a search position, as an array of one record: an empty board, with forced-win search switched on."""
    made = np.zeros(1, POSITION)
    made["seeks_wins"] = 1
    clear(made[0], tables, size)
    return made


@kernel()
def key_of(position: Record, tables: Record, side: int) -> int:
    """Return the hash key of the position with this side to move."""
    return int64(position.hash ^ (tables.hash_of_side if side == 1 else int64(0)))


@kernel()
def stone_before(position: Record, back: int) -> int:
    """Return the cell of a recent stone. ``back`` is 1 for the newest stone, 2 for the one before.

    The stone must exist.
    """
    return int64(position.moves[(position.placed - back) & (MOVES - 1)])


@kernel()
def number_of(counts: int, cell_class: int) -> int:
    """Return the number of cells that have this class, from a colour's packed counts."""
    return (counts >> (8 * (cell_class - FIRST_COUNTED))) & 255


@kernel()
def combination(position: Record, side: int, cell: int) -> int:
    """Return the table index for the four line classes that a colour's stone would make on a cell."""
    return int64((side << 16) + int64(position.combined[side * CELLS + cell]))


@kernel()
def static_order(position: Record, tables: Record, side: int, cell: int) -> int:
    """Return the static move order of a cell: points for the lines that the stone makes and for those it blocks."""
    attack = int64(tables.attack[combination(position, side, cell)])
    return attack + int64(tables.defence[combination(position, 1 - side, cell)])


@kernel()
def recombine(position: Record, tables: Record, colour: int, cell: int, shift: int, line: int) -> None:
    """Store a new line class for a colour on an empty cell, and update the cell's class and the class counts."""
    at = colour * CELLS + cell
    before = int64(position.combined[at])
    after = (before & ~(15 << shift)) | (line << shift)
    if after == before:
        return
    position.combined[at] = after
    table = colour << 16
    cell_class, class_before = tables.classes[table + after], position.classes[at]
    if cell_class != class_before:
        position.counts[colour] += tables.counts[cell_class & 15] - tables.counts[class_before & 15]
        position.classes[at] = cell_class


@kernel()
def look_again(position: Record, tables: Record, cell: int, way: int, bits: int) -> None:
    """Update a cell after a neighbour on a line has changed: its pattern and, if empty, its classes and counts."""
    slot = 4 * cell + way
    key = position.keys[slot] ^ bits
    position.keys[slot] = key
    if position.stones[cell] != 0:
        return
    pattern = tables.lines[key & tables.key_mask & 0xFFFFF]
    before = position.patterns[slot]
    if pattern == before:
        return
    change = position.changed & (CHANGES - 1)
    position.changed_at[change] = slot
    position.changed_from[change] = before
    for colour in range(2):
        position.combined_before[2 * change + colour] = position.combined[colour * CELLS + cell]
        position.classes_before[2 * change + colour] = position.classes[colour * CELLS + cell]
    position.changed += 1
    position.patterns[slot] = pattern
    recombine(position, tables, int64(0), cell, 4 * way, int64(pattern & 15))
    recombine(position, tables, int64(1), cell, 4 * way, int64(pattern >> 4))


@kernel(signature(no_value, position_type, tables_type, int64, int64))
def place(position: Record, tables: Record, cell: int, colour: int) -> None:
    """Place a stone of a colour (0 or 1) on an empty cell."""
    cell &= CELLS - 1
    move = position.placed & (MOVES - 1)
    position.moves[move] = cell
    position.changes_before[move] = position.changed
    for side in range(2):
        position.counts_before[2 * move + side] = position.counts[side]
        at = side * CELLS + cell
        position.counts[side] -= tables.counts[position.classes[at] & 15]
    position.placed += 1
    position.stones[cell] = colour + 1
    position.hash ^= tables.hash[colour * CELLS + cell]
    for way in range(4):
        step = tables.steps[way]
        for distance in range(1, tables.reach + 1):
            ahead = (cell + step * distance) & (CELLS - 1)
            behind = (cell - step * distance) & (CELLS - 1)
            bits = (colour + 1) << (4 * distance - 4)
            look_again(position, tables, ahead, way, bits << 2)
            look_again(position, tables, behind, way, bits)
            if distance <= NEAR:
                position.neighbours[ahead] += 1
                position.neighbours[behind] += 1


@kernel(signature(no_value, position_type, tables_type))
def take_back(position: Record, tables: Record) -> None:
    """Take the newest stone back and restore the position before it."""
    position.placed -= 1
    position.sums.least = min(position.sums.least, position.placed)
    move = position.placed & (MOVES - 1)
    cell = int64(position.moves[move]) & (CELLS - 1)
    stone = int64(position.stones[cell])
    position.stones[cell] = 0
    position.hash ^= tables.hash[((stone - 1) & 1) * CELLS + cell]
    for way in range(4):
        step = tables.steps[way]
        for distance in range(1, tables.reach + 1):
            ahead = (cell + step * distance) & (CELLS - 1)
            behind = (cell - step * distance) & (CELLS - 1)
            bits = stone << (4 * distance - 4)
            position.keys[4 * ahead + way] ^= bits << 2
            position.keys[4 * behind + way] ^= bits
            if distance <= NEAR:
                position.neighbours[ahead] -= 1
                position.neighbours[behind] -= 1
    while position.changed > position.changes_before[move]:
        position.changed -= 1
        change = position.changed & (CHANGES - 1)
        slot = int64(position.changed_at[change]) & (4 * CELLS - 1)
        position.patterns[slot] = position.changed_from[change]
        for colour in range(2):
            at = colour * CELLS + (slot >> 2)
            position.combined[at] = position.combined_before[2 * change + colour]
            position.classes[at] = position.classes_before[2 * change + colour]
    for side in range(2):
        position.counts[side] = position.counts_before[2 * move + side]


@kernel(signature(no_value, position_type, tables_type, int64))
def clear(position: Record, tables: Record, size: int) -> None:
    """Empty the board of a search position, set its size, and compute everything that depends on stones."""
    position.size = size
    position.hash = 0x51A7E0FA1
    position.placed = 0
    position.changed = 0
    position.cell_count = 0
    position.stones[:] = WALL
    position.neighbours[:] = 0
    position.keys[:] = 0
    position.patterns[:] = 0
    position.combined[:] = 0
    position.classes[:] = 0
    position.counts[:] = 0
    for y in range(size):
        for x in range(size):
            cell = (y + FRAME) * ROW + x + FRAME
            position.stones[cell] = 0
            position.cells[position.cell_count] = cell
            position.cell_count += 1
    # The centre counts as near a stone even if all stones are at the edge.
    position.neighbours[position.cells[size // 2 * (size + 1)]] = 1
    for index in range(position.cell_count):
        cell = int64(position.cells[index])
        for way in range(4):
            key = int64(0)
            for distance in range(1, tables.reach + 1):
                if position.stones[cell + tables.steps[way] * distance] == WALL:
                    key |= WALL << (4 * distance - 4)
                if position.stones[cell - tables.steps[way] * distance] == WALL:
                    key |= WALL << (4 * distance - 2)
            look_again(position, tables, cell, way, key)
    position.changed = 0
    position.sums.stones = -1
    position.sums.steps = position.sums.least = 0
