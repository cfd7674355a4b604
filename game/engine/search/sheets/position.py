"""The position of a search of a rule sheet: stones, windows and the turn; legal cells and hash key."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.engine.search.compiled import Record, int64, kernel, no_value, record_type, signature
from game.engine.search.sheets.tables import (
    ANYWHERE,
    BITS,
    CELLS,
    COLUMNS,
    COUNTS,
    CROSS,
    DEAD,
    DRAWN,
    DROP,
    KINDS,
    OWNERS,
    TABLES,
    UNLIMITED,
    WAYS,
    WINDOWS,
)
from game.engine.search.task import WIN

#: Most stones that a search places one after another, and most lines that wait for the opponent's turn.
PLIES, PENDING = 160, 512
#: Most moves in the lists of all plies together.
LISTED = 1 << 16
#: The number of a stone's kind in a move, which is the number of a cell times this plus the kind.
MOVE_KINDS = 8
#: Value of ``broken_at`` of a line that is still on the board.
UNBROKEN = 1 << 40

POSITION = np.dtype(
    [
        # The fields that every search has.
        ("nodes", "i8"),
        ("four_nodes", "i8"),
        ("node_limit", "i8"),
        ("stop", "i8"),
        ("age", "i8"),
        ("best", "i8"),
        ("best_score", "i8"),
        # The turn: side to move, stones left, finished turns, cell of the last stone (-1 for none), result.
        ("turn_side", "i8"),
        ("left", "i8"),
        ("turns", "i8"),
        ("last", "i8"),
        ("result", "i8"),
        # Sums over the board: empty cells, stones, evaluation of the windows for the first side, hash key.
        ("empty", "i8"),
        ("placed", "i8"),
        ("score", "i8"),
        ("hash", "i8"),
        ("captured", "i8", (2,)),
        ("points", "i8", (2,)),
        ("hands", "i4", (2 * KINDS,)),
        ("stones", "u1", (CELLS,)),
        ("beside", "i2", (CELLS,)),
        ("free_in_column", "i2", (COLUMNS,)),
        ("free_in_row", "i2", (COLUMNS,)),
        # The windows: stones of each line kind, state, and sums of the order values for each owner and cell. In a game
        # with stacks, instead of the sums, the windows of each owner that lack only a stone on this cell.
        ("code", "i8", (WINDOWS,)),
        ("state", "i2", (WINDOWS,)),
        ("number", "i4", (OWNERS * COUNTS,)),
        ("sums", "i4", (OWNERS * CELLS,)),
        ("lone", "i2", (OWNERS * CELLS,)),
        # The number of stones in each stack of falling stones, and the heights that an evaluation supposes.
        ("height", "i2", (CELLS,)),
        ("supposed", "i2", (CELLS,)),
        # Winning lines that must survive: first cell, way, length, line kind, and the ply that broke the line.
        ("pending", "i8"),
        ("pending_cell", "i4", (PENDING,)),
        ("pending_way", "i4", (PENDING,)),
        ("pending_length", "i4", (PENDING,)),
        ("pending_kind", "i4", (PENDING,)),
        ("broken_at", "i8", (PENDING,)),
        # The moves made in this search, each with what it changed.
        ("made", "i8"),
        ("made_cell", "i4", (PLIES,)),
        ("made_kind", "i4", (PLIES,)),
        ("side_before", "i8", (PLIES,)),
        ("left_before", "i8", (PLIES,)),
        ("turns_before", "i8", (PLIES,)),
        ("last_before", "i8", (PLIES,)),
        ("captured_before", "i8", (2 * PLIES,)),
        ("points_before", "i8", (2 * PLIES,)),
        ("pending_before", "i8", (PLIES,)),
        ("taken_before", "i8", (PLIES,)),
        ("taken", "i8"),
        ("taken_cell", "i4", (2 * CELLS,)),
        ("taken_kind", "i4", (2 * CELLS,)),
        # The lists of moves, and the cells that the game's own rules allow at the root.
        ("list_end", "i8"),
        ("listed", "i4", (LISTED,)),
        ("order", "i4", (LISTED,)),
        ("win_stones", "i8"),
        ("stamp", "i8"),
        ("marked", "i8", (CELLS,)),
        ("is_filtered", "i8"),
        ("allowed", "u1", (CELLS,)),
        ("history", "i4", (2 * CELLS * MOVE_KINDS,)),
    ],
    align=True,
)

position_type = record_type(POSITION)
tables_type = record_type(TABLES)


def empty_position(tables: Record) -> NDArray[np.void]:
    """Return an array of one record: an empty board, without limits of stones, the first side to move."""
    made = np.zeros(1, POSITION)
    cells, windows = int(tables["cells"]), int(tables["windows"])
    made["last"], made["left"], made["empty"] = -1, 1, cells
    made["hands"] = UNLIMITED
    made["free_in_column"], made["free_in_row"] = tables["cells_in_column"], tables["cells_in_row"]
    made["number"][0][0] = windows
    through = np.diff(tables["first_window"][: cells + 1])
    made["sums"][0][:cells] = through * tables["order"][0]
    return made


# Windows


@kernel()
def state_of(code: int) -> int:
    """Return the state of a window with these stones: its owner times COUNTS plus the number of its stones."""
    wild = code & (1 << BITS) - 1
    rest, owner = code >> BITS, int64(1)
    if rest == 0:
        return int64(wild)
    while rest & (1 << BITS) - 1 == 0:
        rest >>= BITS
        owner += 1
    if rest >> BITS != 0:
        return int64(DEAD * COUNTS)
    return int64(owner * COUNTS + rest + wild)


@kernel()
def change_windows(position: Record, tables: Record, cell: int, unit: int) -> None:
    """Add ``unit`` to the code of each window through a cell, and update all sums."""
    length = tables.length
    for index in range(tables.first_window[cell], tables.first_window[cell + 1]):
        window = int64(tables.windows_through[index])
        code = position.code[window] + unit
        position.code[window] = code
        old, new = int64(position.state[window]), state_of(int64(code))
        if old == new:
            continue
        position.state[window] = new
        position.number[old] -= 1
        position.number[new] += 1
        worth = int64(tables.worth[window]) * (OWNERS * COUNTS)
        position.score += tables.value[worth + new] - tables.value[worth + old]
        if tables.stacks != 0:
            change_lone(position, tables, int64(window), cell, old, new)
            continue
        before, after = (old >> 5) * CELLS, (new >> 5) * CELLS
        less, more = int64(tables.order[old & 31]), int64(tables.order[new & 31])
        for at in range(window * length, window * length + length):
            there = int64(tables.window_cells[at])
            position.sums[before + there] -= less
            position.sums[after + there] += more


@kernel()
def change_lone(position: Record, tables: Record, window: int, cell: int, old: int, new: int) -> None:
    """Update ``lone`` when a stone on a cell, or its removal, changed a window's state from ``old`` to ``new``."""
    almost = tables.length - 1
    if old & 31 != almost and new & 31 != almost:
        return
    before, after = (old >> 5) * CELLS, (new >> 5) * CELLS
    if position.stones[cell] != 0:
        if old & 31 == almost:
            position.lone[before + cell] -= 1
        if new & 31 == almost:
            position.lone[after + gap_in(position, tables, window, cell)] += 1
    else:
        if old & 31 == almost:
            position.lone[before + gap_in(position, tables, window, cell)] -= 1
        if new & 31 == almost:
            position.lone[after + cell] += 1


@kernel()
def gap_in(position: Record, tables: Record, window: int, cell: int) -> int:
    """Return the empty cell of a window, other than ``cell``."""
    at = window * tables.length
    while position.stones[tables.window_cells[at]] != 0 or tables.window_cells[at] == cell:
        at += 1
    return int64(tables.window_cells[at])


@kernel(signature(no_value, position_type, tables_type, int64, int64))
def put(position: Record, tables: Record, cell: int, kind: int) -> None:
    """Put a stone on an empty cell, without any effect on the game."""
    position.stones[cell] = kind + 1
    change_cell(position, tables, cell, kind, int64(1))


@kernel()
def lift(position: Record, tables: Record, cell: int) -> None:
    """Take a stone off the board, without any effect on the game."""
    kind = int64(position.stones[cell]) - 1
    position.stones[cell] = 0
    change_cell(position, tables, cell, kind, int64(-1))


@kernel()
def change_cell(position: Record, tables: Record, cell: int, kind: int, number: int) -> None:
    """Update all that depends on the stones for ``number`` (1 or -1) stones of a kind on a cell."""
    position.empty -= number
    position.placed += number
    position.hash ^= tables.hash[kind * CELLS + cell]
    position.free_in_column[tables.column[cell]] -= number
    position.free_in_row[tables.row[cell]] -= number
    position.height[tables.stack_of[cell]] += number
    for way in range(2 * tables.line_ways):
        there = tables.step[cell * WAYS + way]
        if there >= 0:
            position.beside[there] += number
    change_windows(position, tables, cell, number << BITS * int64(tables.line_kind[kind]))


# Legal moves


@kernel()
def is_allowed(position: Record, tables: Record, cell: int) -> bool:
    """Return True if a cell is empty and the rules on where a stone may be placed allow it."""
    if position.stones[cell] != 0:
        return False
    if position.is_filtered != 0 and position.made == 0:
        return bool(position.allowed[cell] != 0)
    if tables.where == DROP:
        below = tables.below[cell]
        return bool(below < 0 or position.stones[below] != 0)
    if tables.where == CROSS:
        last = position.last
        if last < 0:
            return True
        column, row = tables.column[last], tables.row[last]
        if tables.column[cell] == column or tables.row[cell] == row:
            return True
        return bool(position.free_in_column[column] == 0 and position.free_in_row[row] == 0)
    return bool(tables.where == ANYWHERE or position.placed == 0 or position.beside[cell] != 0)


@kernel()
def has_kind(position: Record, tables: Record, side: int, kind: int) -> bool:
    """Return True if a side may place a kind of stone and has one left."""
    return bool(tables.may_place[side * KINDS + kind] != 0 and position.hands[side * KINDS + kind] != 0)


@kernel()
def has_stone(position: Record, tables: Record, side: int) -> bool:
    """Return True if a side has any stone left to place."""
    found = False
    for kind in range(tables.kinds):
        found |= has_kind(position, tables, side, int64(kind))
    return found


# Keys and scores


@kernel()
def mixed(number: int) -> int:
    """Return a pseudo-random number that depends on ``number`` alone (splitmix64, Steele and others 2014)."""
    number = (number + 1) * -7046029254386353131
    number = (number ^ (number >> 30 & 0x3FFFFFFFF)) * -4658895280553007687
    number = (number ^ (number >> 27 & 0x1FFFFFFFFF)) * -7723592293110705685
    return int64(number ^ (number >> 31 & 0x1FFFFFFFF))


@kernel()
def key_of(position: Record, tables: Record) -> int:
    """Return the hash key of the position: stones, turn, and what else the rules of the sheet depend on."""
    key = position.hash ^ mixed(position.turn_side * 16 + position.left)
    if tables.capture_runs != 0:
        key ^= mixed(1000 + position.captured[0]) ^ mixed(2000 + position.captured[1])
    if tables.points != 0:
        key ^= mixed(100_000 + position.points[0] - position.points[1])
    if tables.where == CROSS:
        key ^= mixed(3000 + position.last)
    if tables.end_turns != 0:
        key ^= mixed(4000 + position.turns)
    for at in range(2 * KINDS):
        if position.hands[at] >= 0:
            key ^= mixed((10 + at) * 10_000 + position.hands[at])
    for index in range(position.pending):
        if position.broken_at[index] == UNBROKEN:
            key ^= mixed((position.pending_cell[index] * WAYS + position.pending_way[index] + 1000) * 1000)
    return int64(key)


@kernel()
def score_of_result(position: Record, result: int, ply: int) -> int:
    """Return the score of a finished game with this result for the side to move."""
    if result == DRAWN:
        return int64(0)
    return int64(WIN - ply if result - 1 == position.turn_side else ply - WIN)
