"""The position of a search of Threestones. Placing or taking back a stone updates the values of the lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.engine.search.compiled import Record, int64, kernel, no_value, record_type, signature
from game.engine.search.vectors import shift

from ..pond import LINES
from ..promises import POINT, PROMISES
from .tables import (
    BITS,
    CHANGES,
    FEATURES,
    MIXED_AT,
    MOST_BOUND,
    MOST_LINES,
    MOST_OF_A_KIND,
    NOWHERE,
    ONES_AT,
    PENGUINS_HOPE,
    POCKETS,
    POINTS_AT,
    SYMMETRIES,
    TABLES,
    TWOS_AT,
    ZERO,
    build,
)

#: Most moves at one ply: every pocket with every kind.
LISTED = 240
#: Number of stones up to which symmetric positions share an entry of the transposition table.
MIRRORED = 12
_NUMBER_OF_LINES = len(LINES)
_NOTHING = (ZERO << POINTS_AT) | (ZERO << TWOS_AT) | (ZERO << MIXED_AT) | (ZERO << ONES_AT)
_FIELD = (1 << BITS) - 1

POSITION = np.dtype(
    [
        ("sums", "i8"),
        ("hopes", "i8"),
        ("bonus", "i8"),
        ("last", "i8"),
        ("placed", "i8"),
        ("empty", "i8"),
        ("nodes", "i8"),
        ("four_nodes", "i8"),
        ("node_limit", "i8"),
        ("stop", "i8"),
        ("age", "i8"),
        ("best", "i8"),
        ("best_score", "i8"),
        ("turn", "i8"),
        # The empty pockets as bits; the stage whose promises count, the ducks' evaluation, and what a stone of each
        # kind would change in its lines.
        ("free", "i8", (2,)),
        ("stage", "i8"),
        ("value", "i8"),
        ("gains", "i4", (4 * POCKETS,)),
        # What `outlook` writes down, and the best move of its last search.
        ("in_hand", "i4", (8,)),
        ("answers", "i8", (22 * 4,)),
        ("best_near", "i8"),
        ("hash", "i8", (SYMMETRIES,)),
        ("hands", "i8", (8,)),
        ("stones", "u1", (POCKETS,)),
        ("codes", "u1", (256,)),
        # The lines through each pocket, without those that no stone can make count.
        ("number_of_lines", "i8", (POCKETS,)),
        ("lines", "i2", (POCKETS * MOST_LINES,)),
        ("places", "i2", (POCKETS * MOST_LINES,)),
        ("neighbours", "i8", (POCKETS * MOST_LINES,)),
        # How many of them are in the row or column; these come first.
        ("straight", "i8", (POCKETS,)),
        # The pockets that were empty at the start of the search, and the largest shares of lines among them.
        ("number_of_pockets", "i8"),
        ("pockets", "i2", (POCKETS,)),
        ("largest", "i8", (POCKETS,)),
        ("moves", "i2", (POCKETS,)),
        ("last_before", "i2", (POCKETS,)),
        ("sums_before", "i8", (POCKETS,)),
        ("hopes_before", "i8", (POCKETS,)),
        ("listed", "i2", (POCKETS * LISTED,)),
        ("order", "i4", (POCKETS * LISTED,)),
        ("history", "i4", (2 * 4 * POCKETS,)),
    ],
    align=True,
)

position_type = record_type(POSITION)
tables_type = record_type(TABLES)


def empty_position() -> NDArray[np.void]:
    """Return an array of one record: the empty board and empty hands."""
    made = np.zeros(1, POSITION)
    made["sums"], made["hopes"] = _NOTHING, len(LINES) * (1 | 1 << PENGUINS_HOPE)
    made["last"], made["empty"] = NOWHERE, POCKETS
    tables = build()[0]
    made["free"] = -1, (1 << POCKETS - 64) - 1
    for name in ("number_of_lines", "lines", "places", "neighbours", "straight"):
        made[name] = tables[name]
    return made


@kernel()
def points_of(position: Record) -> int:
    """Return the ducks' points minus the penguins'."""
    return int64(((position.sums >> POINTS_AT) & _FIELD) - ZERO + position.bonus)


@kernel()
def gain_of(position: Record, tables: Record, cell: int, kind: int) -> int:
    """Return the points that a stone of a kind would score in an empty cell, ducks' minus penguins'."""
    gain = int64(ZERO)
    for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
        gain += tables.sums[int64(position.codes[position.lines[at]]) | kind << position.places[at]]
    return int64((gain & _FIELD) - ZERO)


@kernel()
def stones_left(position: Record, team: int) -> int:
    """Return the number of stones in a team's hand."""
    return int64(position.hands[4 * team + 1] + position.hands[4 * team + 2] + position.hands[4 * team + 3])


@kernel()
def plies_left(position: Record) -> int:
    """Return the number of stones still to be placed: those in both hands, limited by the empty cells."""
    return int64(min(stones_left(position, int64(0)) + stones_left(position, int64(1)), position.empty))


@kernel()
def is_bound(position: Record, tables: Record) -> bool:
    """Return True if the next stone must go to the row or column of the last one."""
    last = position.last
    return bool(tables.reach[2 * last] & position.free[0] | tables.reach[2 * last + 1] & position.free[1])


@kernel()
def choices(position: Record, tables: Record, bound: bool) -> int:
    """Return the number of indices that ``choice`` accepts."""
    return int64(tables.number_of_bound[position.last] if bound else POCKETS)


@kernel()
def choice(position: Record, tables: Record, bound: bool, index: int) -> int:
    """Return the cell with this index among those allowed for the next stone. It may be occupied."""
    return int64(tables.bound[position.last * MOST_BOUND + index] if bound else index)


@kernel(signature(no_value, position_type, tables_type))
def leave_out(position: Record, tables: Record) -> None:
    """Remove occupied cells, and lines that can no longer count, from the lists that a search uses."""
    position.number_of_pockets = 0
    for cell in range(POCKETS):
        if position.stones[cell] != 0:
            continue
        position.pockets[position.number_of_pockets] = cell
        position.number_of_pockets += 1
        kept = cell * MOST_LINES
        position.straight[cell] = 0
        for at in range(kept, kept + position.number_of_lines[cell]):
            if tables.hopes[position.codes[position.lines[at]]] != 0:
                position.lines[kept] = position.lines[at]
                position.places[kept] = position.places[at]
                position.neighbours[kept] = position.neighbours[at]
                kept += 1
                if at - cell * MOST_LINES < tables.straight[cell]:
                    position.straight[cell] = kept - cell * MOST_LINES
        position.number_of_lines[cell] = kept - cell * MOST_LINES


@kernel(signature(no_value, position_type, tables_type, int64))
def count_anew(position: Record, tables: Record, stage: int) -> None:
    """Compute the evaluation, and what each stone would change in it, with the promises of a stage of the game."""
    position.stage = stage
    hands = position.hands
    position.value = tables.promises[stage * PROMISES + 3] * (hands[1] - hands[2] - hands[6] + hands[5])
    position.value += tables.millers[stage] * (hands[3] - hands[7])
    for line in range(_NUMBER_OF_LINES):
        position.value += tables.values[64 * stage + position.codes[line]]
    for cell in range(POCKETS):
        for kind in range(4):
            position.gains[4 * cell + kind] = 0
            for at in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
                code = 12 * int64(position.codes[position.lines[at]]) + 2 * position.places[at]
                position.gains[4 * cell + kind] += tables.changes[CHANGES * stage + code + kind]


@kernel(within_caller=True)
def shift_gains(position: Record, tables: Record, neighbours: int, code: int, after: int) -> None:
    """Update what a stone changes in the other two pockets of a line whose code changes."""
    base = CHANGES * position.stage
    place = base + (neighbours >> 16 & 15)
    shift(position.gains, neighbours & 1023, tables.changes, place + 12 * after, place + 12 * code)
    neighbours >>= 32
    place = base + (neighbours >> 16 & 15)
    shift(position.gains, neighbours & 1023, tables.changes, place + 12 * after, place + 12 * code)


@kernel()
def spent(position: Record, tables: Record, kind: int, team: int) -> int:
    """Return the change of a team's evaluation when a stone of a kind leaves its hand."""
    if kind == 3:
        return int64(-tables.millers[position.stage])
    worth = tables.promises[position.stage * PROMISES + 3]
    return int64(-worth if kind == 1 + team else worth)


@kernel(signature(no_value, position_type, tables_type, int64, int64, int64))
def place(position: Record, tables: Record, cell: int, kind: int, team: int) -> None:
    """Place a stone of a kind (from 1) from a team's hand in an empty cell."""
    move = position.placed
    position.moves[move] = cell
    position.last_before[move] = position.last
    position.sums_before[move] = position.sums
    position.hopes_before[move] = position.hopes
    for index in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
        line = position.lines[index]
        code = int64(position.codes[line])
        after = code | kind << position.places[index]
        position.sums += tables.sums[after] - tables.sums[code]
        position.hopes += tables.hopes[after] - tables.hopes[code]
        position.codes[line] = after
        shift_gains(position, tables, position.neighbours[index], code, after)
    position.stones[cell] = kind
    position.free[cell >> 6] ^= 1 << (cell & 63)
    position.value += position.gains[4 * cell + kind] + (1 - 2 * team) * spent(position, tables, kind, team)
    position.hands[4 * team + kind] -= 1
    for turn in range(SYMMETRIES if move < MIRRORED else 1):
        position.hash[turn] ^= tables.hash[(turn * POCKETS + cell) * 4 + kind]
    position.last = cell
    position.placed = move + 1
    position.empty -= 1


@kernel(signature(no_value, position_type, tables_type, int64))
def take_back(position: Record, tables: Record, team: int) -> None:
    """Take the newest stone back into its team's hand and restore the position before it."""
    move = position.placed - 1
    cell = int64(position.moves[move])
    kind = int64(position.stones[cell])
    for index in range(cell * MOST_LINES, cell * MOST_LINES + position.number_of_lines[cell]):
        line = position.lines[index]
        code = int64(position.codes[line])
        before = code & ~(3 << position.places[index])
        position.codes[line] = before
        shift_gains(position, tables, position.neighbours[index], code, before)
    position.stones[cell] = 0
    position.free[cell >> 6] ^= 1 << (cell & 63)
    position.value -= position.gains[4 * cell + kind] + (1 - 2 * team) * spent(position, tables, kind, team)
    position.hands[4 * team + kind] += 1
    for turn in range(SYMMETRIES if move < MIRRORED else 1):
        position.hash[turn] ^= tables.hash[(turn * POCKETS + cell) * 4 + kind]
    position.sums = position.sums_before[move]
    position.hopes = position.hopes_before[move]
    position.last = position.last_before[move]
    position.placed = move
    position.empty += 1


@kernel()
def key_of(position: Record, tables: Record, team: int, bound: bool) -> int:
    """Return the hash key of the position, the smallest key of its rotated and reflected forms.

    ``position.turn`` receives the form. A hand counts at most the stones of a kind that it can still place.
    """
    last = int64(position.last if bound else NOWHERE)
    key = int64(position.hash[0] ^ tables.hash_of_last[last])
    position.turn = 0
    if position.placed <= MIRRORED:
        for turn in range(1, SYMMETRIES):
            other = int64(position.hash[turn] ^ tables.hash_of_last[turn * (POCKETS + 1) + last])
            if other < key:
                key = other
                position.turn = turn
    for owner in range(2):
        left = stones_left(position, owner)
        for kind in range(1, 4):
            counted = min(position.hands[4 * owner + kind], left, int64(MOST_OF_A_KIND - 1))
            key ^= tables.hash_of_hands[(4 * owner + kind) * MOST_OF_A_KIND + counted]
    return int64(key ^ (tables.hash_of_side if team == 1 else int64(0)))


@kernel()
def promised(position: Record, kind: int) -> int:
    """Return the evaluation feature with the index ``kind``: the ducks' value minus the penguins'.

    It is the number of promises of this kind. A promise is an unfinished line or a stone in hand. The last kind, the
    bonus for being to move, is not included.
    """
    if kind < FEATURES:
        return int64(((position.sums >> (BITS * (kind + 1))) & _FIELD) - ZERO)
    hands = position.hands
    return int64(hands[1] - hands[2] - hands[6] + hands[5])


@kernel()
def evaluate(position: Record, tables: Record, team: int) -> int:
    """Return the static evaluation for the team to move, in hundredths of a point.

    It is the lead plus the promises of unfinished lines and of hands.
    """
    ducks = position.value + POINT * position.bonus
    return int64((ducks if team == 0 else -ducks) + tables.promises[position.stage * PROMISES + PROMISES - 1])


@kernel()
def best_hope(position: Record, team: int) -> int:
    """Return the largest lead, in hundredths of a point, that a team could still reach.

    The bound assumes that all lines that may still count for the team do so, and none for the other team.
    """
    ducks, penguins = position.hopes & ((1 << PENGUINS_HOPE) - 1), position.hopes >> PENGUINS_HOPE
    lead = points_of(position)
    return int64(POINT * (lead + ducks if team == 0 else penguins - lead))
