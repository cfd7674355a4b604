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
#: Most plies of a search, and room for the moves that are listed at one of them, which may be all cells.
PLIES = 128
LISTED = 512
#: Distance along a line within which cells near a stone are searched, and the number of rows with such cells.
NEAR = 3
NEAR_ROWS = 2 * NEAR + 1
WALL = 3
#: Most lines of the board in one direction.
LINES = 2 * ROW

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
        ("empty", "i8", (ROW,)),
        ("near", "i8", (ROW,)),
        ("lines", "i8", (4 * LINES,)),
        ("patterns", "u1", (4 * CELLS,)),
        ("combined", "u4", (CELLS,)),
        ("classes", "u1", (2 * CELLS,)),
        ("moves", "i2", (MOVES,)),
        ("changes_before", "i8", (MOVES,)),
        ("counts_before", "i8", (2 * MOVES,)),
        ("near_before", "i8", (NEAR_ROWS * MOVES,)),
        ("changes", "i8", (CHANGES,)),
        ("listed", "i2", (PLIES * LISTED,)),
        ("order", "i4", (PLIES * LISTED,)),
        ("killers", "i2", (2 * PLIES,)),
        ("history", "i2", (4 * CELLS,)),
        ("follow_ups", "i2", (2 * 16 * CELLS,)),
        ("answers", "i2", (2 * CELLS,)),
        ("values", "i4", (PLIES,)),
        ("excluded", "i2", (PLIES,)),
        ("marked", "i8", (ROW,)),
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
    return int64((side << 16) + ((int64(position.combined[cell]) >> 16 * side) & 0xFFFF))


@kernel()
def static_order(position: Record, tables: Record, side: int, cell: int) -> int:
    """Return the static move order of a cell: points for the lines that the stone makes and for those it blocks."""
    attack = int64(tables.attack[combination(position, side, cell)])
    return attack + int64(tables.defence[combination(position, 1 - side, cell)])


@kernel(within_caller=True)
def line_through(cell: int, way: int) -> int:
    """Return the number of the line through a cell in one of the four directions, in the array of lines."""
    x, y = cell & (ROW - 1), cell >> 5
    if way == 0:
        return y
    if way == 1:
        return LINES + x
    return 2 * LINES + ROW - 1 + x - y if way == 2 else 3 * LINES + x + y


@kernel(within_caller=True)
def place_on_line(cell: int, way: int) -> int:
    """Return the place of a cell on the line through it in one of the four directions, counted from the frame."""
    return cell & (ROW - 1) if way == 0 else cell >> 5


@kernel(within_caller=True)
def key_on(line: int, place: int, reach: int) -> int:
    """Return the key of the neighbours of an empty cell, given its line and its place there."""
    around = line >> 2 * (place - reach)
    low = (1 << 2 * reach) - 1
    return (around & low) | ((around >> 2) & (low << 2 * reach))


@kernel(within_caller=True)
def with_pattern(combined: int, way: int, pattern: int) -> int:
    """Return the line classes of both colours on a cell after the pattern in one direction has changed."""
    shift = 4 * way
    return (combined & ~(0xF000F << shift)) | ((pattern & 15) | (pattern & 240) << 12) << shift


@kernel(within_caller=True)
def change_pattern(
    position: Record, tables: Record, cell: int, way: int, pattern: int, changed: int
) -> tuple[int, int]:
    """Store a new pattern of an empty cell, and update the cell's classes. Return the changes of both colours' counts.

    The values before are kept at place ``changed`` of the stack, for taking the stone back: from the lowest bit, the
    place of the pattern (12 bits), the pattern, and the class for each colour (8 bits each).
    """
    slot, first, second = 4 * cell + way, int64(position.classes[cell]), int64(position.classes[CELLS + cell])
    position.changes[changed & (CHANGES - 1)] = slot | int64(position.patterns[slot]) << 12 | first << 20 | second << 28
    position.patterns[slot] = pattern
    combined = with_pattern(int64(position.combined[cell]), way, pattern)
    position.combined[cell] = combined
    first_after, second_after = tables.classes[combined & 0xFFFF], tables.classes[(1 << 16) + (combined >> 16)]
    position.classes[cell] = first_after
    position.classes[CELLS + cell] = second_after
    return (
        int64(tables.counts[first_after & 15] - tables.counts[first & 15]),
        int64(tables.counts[second_after & 15] - tables.counts[second & 15]),
    )


@kernel(within_caller=True)
def add_near(position: Record, move: int, cell: int) -> None:
    """Note the cells near a new stone, and keep the values before for taking it back."""
    x, y = cell & (ROW - 1), cell >> 5
    for row in range(NEAR_ROWS):
        apart = abs(row - NEAR)
        shape = (1 << NEAR_ROWS) - 1 if apart == 0 else 1 << (NEAR - apart) | 1 << NEAR | 1 << (NEAR + apart)
        near = position.near[y - NEAR + row]
        position.near_before[NEAR_ROWS * move + row] = near
        position.near[y - NEAR + row] = near | shape << (x - NEAR)


@kernel(signature(no_value, position_type, tables_type, int64, int64))
def place(position: Record, tables: Record, cell: int, colour: int) -> None:
    """Place a stone of a colour (0 or 1) on an empty cell."""
    cell &= CELLS - 1
    move = position.placed & (MOVES - 1)
    position.moves[move] = cell
    position.changes_before[move] = position.changed
    position.counts_before[2 * move], position.counts_before[2 * move + 1] = position.counts[0], position.counts[1]
    position.placed += 1
    position.stones[cell] = colour + 1
    position.empty[cell >> 5] ^= 1 << (cell & (ROW - 1))
    position.hash ^= tables.hash[colour * CELLS + cell]
    add_near(position, move, cell)
    reach, changed = int64(tables.reach), int64(position.changed)
    first = int64(position.counts[0] - tables.counts[position.classes[cell] & 15])
    second = int64(position.counts[1] - tables.counts[position.classes[CELLS + cell] & 15])
    for way in range(4):
        number = line_through(cell, way)
        line = position.lines[number] ^ (colour + 1) << 2 * place_on_line(cell, way)
        position.lines[number] = line
        step, middle = tables.steps[way], place_on_line(cell, way)
        for distance in range(-reach, reach + 1):
            other = (cell + step * distance) & (CELLS - 1)
            if position.stones[other] == 0:
                pattern = int64(tables.lines[key_on(line, middle + distance, reach) & 0xFFFFF])
                if pattern != position.patterns[4 * other + way]:
                    more = change_pattern(position, tables, other, way, pattern, changed)
                    first, second, changed = first + more[0], second + more[1], changed + 1
    position.changed, position.counts[0], position.counts[1] = changed, first, second


@kernel(signature(no_value, position_type, tables_type))
def take_back(position: Record, tables: Record) -> None:
    """Take the newest stone back and restore the position before it."""
    position.placed -= 1
    position.sums.least = min(position.sums.least, position.placed)
    move = position.placed & (MOVES - 1)
    cell = int64(position.moves[move]) & (CELLS - 1)
    stone = int64(position.stones[cell])
    position.stones[cell] = 0
    position.empty[cell >> 5] ^= 1 << (cell & (ROW - 1))
    position.hash ^= tables.hash[((stone - 1) & 1) * CELLS + cell]
    for row in range(NEAR_ROWS):
        position.near[(cell >> 5) - NEAR + row] = position.near_before[NEAR_ROWS * move + row]
    for way in range(4):
        position.lines[line_through(cell, way)] ^= stone << 2 * place_on_line(cell, way)
    while position.changed > position.changes_before[move]:
        position.changed -= 1
        change = int64(position.changes[position.changed & (CHANGES - 1)])
        slot, pattern = change & (4 * CELLS - 1), (change >> 12) & 255
        position.patterns[slot] = pattern
        position.combined[slot >> 2] = with_pattern(int64(position.combined[slot >> 2]), slot & 3, pattern)
        position.classes[slot >> 2] = (change >> 20) & 255
        position.classes[CELLS + (slot >> 2)] = change >> 28
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
    position.empty[:] = 0
    position.near[:] = 0
    position.lines[:] = -1
    position.patterns[:] = 0
    position.combined[:] = 0
    position.classes[:] = 0
    position.counts[:] = 0
    for y in range(size):
        position.empty[y + FRAME] = ((1 << size) - 1) << FRAME
        for x in range(size):
            cell = (y + FRAME) * ROW + x + FRAME
            position.stones[cell] = 0
            position.cells[position.cell_count] = cell
            position.cell_count += 1
            for way in range(4):
                position.lines[line_through(cell, way)] ^= WALL << 2 * place_on_line(cell, way)
    # The centre counts as near a stone even if all stones are at the edge.
    position.near[size // 2 + FRAME] = 1 << (size // 2 + FRAME)
    for index in range(position.cell_count):
        cell = int64(position.cells[index])
        for way in range(4):
            key = key_on(position.lines[line_through(cell, way)], place_on_line(cell, way), tables.reach)
            more = change_pattern(position, tables, cell, way, int64(tables.lines[key & 0xFFFFF]), int64(0))
            position.counts[0] += more[0]
            position.counts[1] += more[1]
    position.changed = 0
    position.sums.stones = -1
    position.sums.steps = position.sums.least = 0
