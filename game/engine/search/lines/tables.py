"""The constant lookup tables of a search in one record: patterns, move ordering, reductions, hash keys."""

from __future__ import annotations

import contextlib
from dataclasses import asdict, astuple
from enum import IntEnum
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.engine.search.compiled import Record
from game.engine.search.lines.array_files import arrays_of, write_arrays
from game.engine.search.lines.net.shape import NET
from game.engine.search.lines.order_points import ATTACK, DEFENCE, OrderPoints, combination_numbers, order_for
from game.engine.search.lines.patterns import Classes, LineClass, line_classes
from game.engine.search.lines.rules import FARTHEST, ColourRule, Rules
from game.engine.search.lines.settings import FULL, LAYOUT, PLY, SearchSettings
from game.storage import compiled_code

#: Cells are numbered in rows of 32, with a frame of five around the largest board, so that no neighbour is outside the
#: array.
ROW = 32
FRAME = 5
CELLS = 1024
#: Steps to the next cell in the four directions.
STEPS = (1, ROW, ROW + 1, ROW - 1)
DEPTHS = 64


class CellClass(IntEnum):
    """The class of a cell, from weakest to strongest: the patterns that a stone makes in all four directions."""

    NOTHING = 0
    FORBIDDEN = 1
    LITTLE = 2
    SOME = 3
    """A closed three or an open two."""
    PAIR = 4
    SUSPECT = 5
    """Possibly a double three of a colour for which that is forbidden; only the exact check decides."""
    SUSPECT_FOUR = 6
    """Possibly a forbidden double three, together with a four."""
    THREE = 7
    THREE_AND_SOME = 8
    DOUBLE_THREE = 9
    FOUR = 10
    FOUR_AND_SOME = 11
    FOUR_AND_THREE = 12
    OPEN_FOUR = 13
    """A straight four, or two fours: no single stone stops it."""
    FIVE = 14


#: The cells of each class from THREE on are counted, with eight bits per class in one integer per colour.
FIRST_COUNTED = int(CellClass.THREE)

TABLES = np.dtype(
    [
        ("lines", "u1", (1 << 20,)),
        ("classes", "u1", (2 << 16,)),
        ("attack", "i2", (2 << 16,)),
        ("defence", "i2", (2 << 16,)),
        ("steps", "i8", (4,)),
        ("counts", "i8", (16,)),
        ("hash", "i8", (2 * CELLS,)),
        ("hash_of_side", "i8"),
        ("reduction", "i2", (DEPTHS * DEPTHS,)),
        ("enough", "i2", (DEPTHS,)),
        ("length", "i8"),
        ("reach", "i8"),
        ("banned", "i8"),
        ("open_ends", "i8"),
        *LAYOUT,
        ("net", NET),
    ],
    align=True,
)


def build(rules: Rules, order: OrderPoints | None = None, settings: SearchSettings = FULL) -> NDArray[Any]:
    """Build the lookup tables of a search as a numpy array of one record.

    ``order`` replaces the move order that is part of the program for these rules.
    """
    made = np.zeros(1, TABLES)
    record = made[0]
    fill_settings(record, settings)
    assert rules.reach <= FARTHEST, "a key of the table of lines holds no more neighbours"
    record["length"], record["reach"] = rules.length, rules.reach
    record["open_ends"] = rules.first.needs_open_end
    record["banned"] = rules.first.bans_double_three or rules.first.bans_double_four or rules.first.bans_overline
    record["steps"] = STEPS
    lines = _lines(rules)
    record["lines"][: len(lines)] = lines
    for colour, rule in enumerate((rules.first, rules.second)):
        _fill_combinations(record, colour, rule)
    for counted in range(FIRST_COUNTED, int(CellClass.FIVE) + 1):
        record["counts"][counted] = 1 << 8 * (counted - FIRST_COUNTED)
    dice = np.random.default_rng(20171121)
    record["hash"] = dice.integers(-(1 << 63), (1 << 63) - 1, 2 * CELLS)
    record["hash_of_side"] = dice.integers(-(1 << 63), (1 << 63) - 1)
    _fill_order(record, order_for(rules) if order is None else order)
    return made


def fill_settings(record: Record, settings: SearchSettings) -> None:
    """Write the settings of a search, and the values that depend on them, into the tables."""
    for name, number in asdict(settings).items():
        record[name] = number
    record["reduction"], record["enough"] = _reductions(settings), _enough(settings)


def _lines(rules: Rules) -> Classes:
    """Return the line classes of both colours, in one byte for each key of neighbours on a line.

    The result is cached on disk, as some rules take a second to compute.
    """
    name = sha256(repr(astuple(rules)).encode()).hexdigest()[:16]
    for place in (compiled_code.folder(), compiled_code.own_folder()):
        with contextlib.suppress(OSError, ValueError, KeyError):
            kept: Classes = arrays_of(compiled_code.unsealed(place / f"lines-{name}.npz"))["lines"]
            return kept
    made = line_classes(rules, 1) | line_classes(rules, 2) * np.uint8(16)
    compiled_code.keep(f"lines-{name}.npz", lambda file: write_arrays(file, {"lines": made}))
    return made


def _fill_combinations(record: Record, colour: int, rule: ColourRule) -> None:
    """Fill the table of cell classes, indexed by the line classes in all four directions."""
    combinations = np.arange(1 << 16)
    four = np.stack([(combinations >> 4 * way) & 15 for way in range(4)])
    number = {line: np.sum(four == line, axis=0) for line in LineClass}
    part = slice(colour << 16, (colour + 1) << 16)
    record["classes"][part] = cell_classes(number, rule)


def _fill_order(record: Record, order: OrderPoints) -> None:
    """Fill in the move-ordering points, indexed by the line classes in all four directions."""
    numbers = combination_numbers()
    for name, kind in (("attack", ATTACK), ("defence", DEFENCE)):
        record[name] = order[:, kind, numbers].reshape(-1)


def cell_classes(number: dict[LineClass, NDArray[Any]], rule: ColourRule) -> Classes:
    """Return the strongest cell class that applies to each combination of line classes in four directions.

    ``number`` gives, for each line class, how many of the four lines have it.
    """
    fours = number[LineClass.FOUR] + number[LineClass.STRAIGHT_FOUR] + 2 * number[LineClass.SPLIT_FOUR]
    threes = number[LineClass.OPEN_THREE] + number[LineClass.FIRM_THREE]
    some = number[LineClass.CLOSED_THREE] + number[LineClass.OPEN_TWO] + number[LineClass.FIRM_TWO]
    unstoppable = number[LineClass.STRAIGHT_FOUR] > 0
    if not rule.needs_open_end:
        unstoppable |= fours > 1
    forbidden = np.zeros(len(fours), np.bool_)
    if rule.bans_overline:
        forbidden |= number[LineClass.OVERLINE] > 0
    if rule.bans_double_four:
        forbidden |= fours > 1
    suspect = (threes > 1) & rule.bans_double_three
    found = np.zeros(len(fours), np.uint8)
    for cell_class, holds in (
        (CellClass.LITTLE, number[LineClass.CLOSED_TWO] + number[LineClass.OPEN_ONE] > 0),
        (CellClass.SOME, some > 0),
        (CellClass.PAIR, some > 1),
        (CellClass.THREE, threes > 0),
        (CellClass.THREE_AND_SOME, (threes > 0) & (some > 0)),
        (CellClass.DOUBLE_THREE, threes > 1),
        (CellClass.FOUR, fours > 0),
        (CellClass.FOUR_AND_SOME, (fours > 0) & (some > 0)),
        (CellClass.FOUR_AND_THREE, (fours > 0) & (threes > 0)),
        (CellClass.OPEN_FOUR, unstoppable),
        (CellClass.SUSPECT, suspect),
        (CellClass.SUSPECT_FOUR, suspect & (fours > 0)),
        (CellClass.FORBIDDEN, forbidden),
        (CellClass.FIVE, number[LineClass.FIVE] > 0),
    ):
        found[holds] = cell_class
    return found


def _reductions(settings: SearchSettings) -> NDArray[Any]:
    """Return the table of late move reductions, indexed by depth in plies and by move number."""
    depth, place = np.meshgrid(np.arange(DEPTHS), np.arange(DEPTHS), indexing="ij")
    reduced = PLY * settings.reduction_percent / 100 * np.log(np.maximum(depth, 1)) * np.log(np.maximum(place, 1))
    return reduced.astype(np.int16).reshape(-1)


def _enough(settings: SearchSettings) -> NDArray[Any]:
    """Return the number of moves searched at each depth before the rest is pruned (late move pruning)."""
    return (settings.few + np.arange(DEPTHS) ** 1.32).astype(np.int16)
