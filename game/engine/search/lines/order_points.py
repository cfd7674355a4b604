"""Points for the move ordering of the search, fitted by ``main.py tune`` and stored in a file in this folder.

Moves are ordered by the sum of two numbers: one for the combination of line classes that a stone makes, the *attack*,
and one for the combination that it takes from the opponent, the *defence*. A *combination* is the classes of the four
lines of a cell in any order; there are 2,380. 100 points are odds of e to 1 for being chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from game.engine.search.lines.array_files import read_arrays, write_arrays
from game.engine.search.lines.patterns import LineClass
from game.engine.search.lines.rules import FREE, Rules

#: Points by colour, by ATTACK or DEFENCE, and by combination.
OrderPoints = NDArray[np.int16]

FILE = Path(__file__).with_name("order_points.npz")
#: All combinations, as sorted line classes.
COMBINATIONS = tuple(combinations_with_replacement(range(len(LineClass)), 4))
#: Second index of ``OrderPoints``.
ATTACK, DEFENCE = 0, 1


def combination_numbers() -> NDArray[np.int64]:
    """Return an array from the 16-bit codes of four line classes to the numbers of their combinations.

    The order of the four classes does not matter.
    """
    codes = np.arange(1 << 16)
    classes = np.sort(np.stack([(codes >> 4 * way) & 15 for way in range(4)]), axis=0)
    number = np.zeros((16,) * 4, np.int64)
    for index, combination in enumerate(COMBINATIONS):
        number[combination] = index
    found: NDArray[np.int64] = number[tuple(classes)]
    return found


def order_for(rules: Rules) -> OrderPoints:
    """Return the shipped move-ordering points for these rules, or for the nearest rules that have some."""
    known = _shipped()
    found = next((near for near in rules.nearest if near.name in known), FREE)
    return known[found.name]


@cache
def _shipped() -> Mapping[str, OrderPoints]:
    return read(FILE)


def read(path: Path) -> dict[str, OrderPoints]:
    """Read the move-ordering points of each set of rules from a file; raises OSError or ValueError."""
    try:
        known = read_arrays(path)
    except ValueError as error:
        raise ValueError(f"{path} holds no move order ({error})") from error
    for name, points in known.items():
        if points.shape != (2, 2, len(COMBINATIONS)) or points.dtype != np.int16:
            raise ValueError(f"{path} holds no move order: {name} has the shape {points.shape}")
    return known


def write(file: BinaryIO, known: Mapping[str, OrderPoints]) -> None:
    """Write move-ordering points to a file for ``read``; equal numbers give equal bytes."""
    write_arrays(file, dict(sorted(known.items())))
