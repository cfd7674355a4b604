"""The constant lookup tables of a search of Threestones: lines, their values and hash keys, in one record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.engine.search.compiled import Record

from ..pond import DUCK, FULL_HAND, LINES, LINES_THROUGH, MILLER, PENGUIN, POND, row_and_column
from ..promises import MILLERS, POINT, PROMISES, STAGES, line_points, line_promises, shipped

#: Stones as numbers from 1, in this order; 0 is an empty pocket. The first two are the teams' own, teams 0 and 1.
KINDS = (DUCK, PENGUIN, MILLER)
POCKETS = len(POND)
#: Most lines through a pocket, and most pockets in its row and column.
MOST_LINES, MOST_BOUND = 11, 20
#: Value for the pocket of the last stone if any pocket may be used.
NOWHERE = POCKETS
#: Most stones of one kind in a hand, plus one.
MOST_OF_A_KIND = 1 + max(FULL_HAND.values())
#: Number of rotations and reflections of the pond.
SYMMETRIES = 8
#: Features of an unfinished line: two stones of a team, one and a Miller, one alone; each ducks minus penguins.
FEATURES = 3
#: Features and points are packed sums with this number of bits each, offset so that the middle is 0.
BITS = 12
ZERO = 1 << BITS - 1
POINTS_AT, TWOS_AT, MIXED_AT, ONES_AT = 0, BITS, 2 * BITS, 3 * BITS
#: Bit at which the penguins' number of lines that may still count begins, above that of the ducks.
PENGUINS_HOPE = 32
#: Number of changes for each stage: by the code of a line, place in it and kind of the new stone.
CHANGES = 64 * 3 * 4
#: Depths, and places in the move order, that the table of reductions tells apart.
DEPTHS, TRIED = 32, 64
#: Number of parts of a line, divisible by each number of empty pockets that may share it.
PARTS = 6

TABLES = np.dtype(
    [
        ("number_of_lines", "i8", (POCKETS,)),
        ("lines", "i2", (POCKETS * MOST_LINES,)),
        ("places", "i2", (POCKETS * MOST_LINES,)),
        ("number_of_bound", "i8", (POCKETS,)),
        ("bound", "i2", (POCKETS * MOST_BOUND,)),
        ("sums", "i8", (64,)),
        ("hopes", "i8", (64,)),
        ("order", "i8", (64,)),
        ("shares", "i8", (64,)),
        ("promises", "i8", (STAGES * PROMISES,)),
        ("millers", "i8", (STAGES,)),
        ("values", "i8", (STAGES * 64,)),
        ("changes", "i4", (STAGES * CHANGES,)),
        ("neighbours", "i8", (POCKETS * MOST_LINES,)),
        ("straight", "i8", (POCKETS,)),
        ("reach", "i8", (2 * (POCKETS + 1),)),
        ("rows", "i8", (POCKETS,)),
        ("columns", "i8", (POCKETS,)),
        ("reductions", "i8", (DEPTHS * TRIED,)),
        ("hash", "i8", (SYMMETRIES * POCKETS * 4,)),
        ("hash_of_last", "i8", (SYMMETRIES * (POCKETS + 1),)),
        ("hash_of_hands", "i8", (2 * 4 * MOST_OF_A_KIND,)),
        ("hash_of_side", "i8"),
        ("turned", "i2", (SYMMETRIES * POCKETS,)),
        ("turned_back", "i2", (SYMMETRIES * POCKETS,)),
    ],
    align=True,
)


@cache
def build() -> NDArray[Any]:
    """Return the tables as an array of one record."""
    made = np.zeros(1, TABLES)
    record = made[0]
    _fill_lines(record)
    _fill_codes(record)
    record["promises"] = np.ravel(shipped())
    record["millers"] = MILLERS
    _fill_values(record)
    _fill_hashes(record)
    _fill_reductions(record)
    return made


def _fill_lines(record: Record) -> None:
    numbers = {line: number for number, line in enumerate(LINES)}
    for cell in range(POCKETS):
        # Lines of the row and the column come first.
        bound = row_and_column(cell)
        straight = [line for line in LINES_THROUGH[cell] if {*line} <= {*bound, cell}]
        slanted = [line for line in LINES_THROUGH[cell] if line not in straight]
        record["straight"][cell] = len(straight)
        through = [(numbers[line], line.index(cell)) for line in (*straight, *slanted)]
        record["number_of_lines"][cell] = len(through)
        for index, (number, place) in enumerate(through):
            record["lines"][cell * MOST_LINES + index] = number
            record["places"][cell * MOST_LINES + index] = 2 * place
            record["neighbours"][cell * MOST_LINES + index] = _neighbours(LINES[number], place)
        column, row = POND.cells[cell]
        record["columns"][cell], record["rows"][cell] = column, POND.columns + row
        for other in bound:
            record["reach"][2 * cell + other // 64] |= np.uint64(1 << other % 64).astype(np.int64)
        record["number_of_bound"][cell] = len(bound)
        record["bound"][cell * MOST_BOUND : cell * MOST_BOUND + len(bound)] = bound


def _fill_reductions(record: Record) -> None:
    """Fill the plies by which a move is searched less deep, by depth and place in the move order."""
    for depth, tried in product(range(3, DEPTHS), range(4, TRIED)):
        reduction = int(0.5 + log(depth) * log(tried) / 1.5)
        record["reductions"][TRIED * depth + tried] = min(reduction, depth - 2)


def _neighbours(line: tuple[int, ...], place: int) -> int:
    """Return the other two pockets of a line and their places, packed as position reads them."""
    packed = 0
    for index, other in enumerate(other for other in range(3) if other != place):
        packed |= (4 * line[other] | 4 * other << 16) << 32 * index
    return packed


def _fill_values(record: Record) -> None:
    """Fill the values of lines for each stage, and by how much a stone of each kind changes them."""
    for stage, code in product(range(STAGES), range(64)):
        stones = [code >> 2 * place & 3 for place in range(3)]
        record["values"][64 * stage + code] = _value(stones, record["promises"][PROMISES * stage :])
        for place, kind in product(range(3), range(4)):
            if stones[place] == 0:
                after = [*stones]
                after[place] = kind
                change = _value(after, record["promises"][PROMISES * stage :]) - record["values"][64 * stage + code]
                record["changes"][CHANGES * stage + 12 * code + 4 * place + kind] = change


def _value(stones: list[int], promises: Record) -> int:
    number = [stones.count(kind) for kind in range(3)]
    features = line_promises(*number)
    return POINT * line_points(*number) + sum(int(promises[i]) * features[i] for i in range(FEATURES))


def _fill_codes(record: Record) -> None:
    """Fill the tables that are indexed by the three stones of a line, two bits each."""
    for stones in product(range(4), repeat=3):
        code = stones[0] | stones[1] << 2 | stones[2] << 4
        number = [stones.count(kind) for kind in range(4)]
        points = line_points(*number[:3])
        twos, mixed, ones = line_promises(*number[:3])
        record["sums"][code] = (points << POINTS_AT) + (twos << TWOS_AT) + (mixed << MIXED_AT) + (ones << ONES_AT)
        duck_hopes, penguin_hopes = _hopes(number)
        record["hopes"][code] = duck_hopes | penguin_hopes << PENGUINS_HOPE
        share = PARTS // max(1, number[0])
        record["shares"][code] = share * duck_hopes | share * penguin_hopes << PENGUINS_HOPE
        record["order"][code] = POINT * points + 25 * (twos + mixed) + 6 * ones


def _hopes(number: list[int]) -> tuple[int, int]:
    """Return 1 or 0 for each team (ducks, penguins): 1 if a line with these stones may still count for it."""
    empty, ducks, penguins, _ = number
    return int(empty > 0 and not penguins), int(empty > 0 and not ducks)


def _fill_hashes(record: Record) -> None:
    dice = np.random.default_rng(20172018)
    low, high = -(1 << 63), (1 << 63) - 1
    stones = dice.integers(low, high, (POCKETS, 4))
    last = np.append(dice.integers(low, high, POCKETS), 0)
    for symmetry, turned in enumerate(_turns()):
        record["turned"][symmetry * POCKETS : (symmetry + 1) * POCKETS] = turned
        record["turned_back"][symmetry * POCKETS : (symmetry + 1) * POCKETS] = np.argsort(turned)
        record["hash"][symmetry * POCKETS * 4 : (symmetry + 1) * POCKETS * 4] = stones[turned].reshape(-1)
        at = symmetry * (POCKETS + 1)
        record["hash_of_last"][at : at + POCKETS + 1] = last[[*turned, NOWHERE]]
    record["hash_of_hands"] = dice.integers(low, high, len(record["hash_of_hands"]))
    record["hash_of_side"] = dice.integers(low, high)


def _turns() -> Iterator[list[int]]:
    """Yield the permutations of the cells by the symmetries of the board, the identity first."""
    size = POND.columns
    for mirrors_x, mirrors_y, swaps in product((False, True), repeat=3):
        turned = []
        for x, y in POND.cells:
            column, row = (y, x) if swaps else (x, y)
            cell = POND.at(size - 1 - column if mirrors_x else column, size - 1 - row if mirrors_y else row)
            assert cell is not None, "the pond is the same after every turn"
            turned.append(cell)
        yield turned
