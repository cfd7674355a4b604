"""The weights of the evaluation and of the move order: numbers that ``main.py tune`` fits, kept in a file here.

A cell of the board is worth something to a colour by the classes of its four lines, whatever their order: there are
2,380 such *combinations*. What it is worth while the colour is on turn differs from what it is worth while it waits. To
the sum over all empty cells a number is added for the *presence*: which of the counted classes (THREE to OPEN_FOUR)
each side has at all. Being on turn is part of it. 200 points make the odds of winning e to 1.

Moves are tried in the order of two numbers: for the combination that a stone makes, and for the one that it takes from
the other colour. 100 points make the odds of being chosen e to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from game.kit.lines.patterns import LineClass
from game.kit.lines.rules import ColourRule, Rules

PointArray = NDArray[np.int16]

FILE = Path(__file__).with_name("weights.npz")
#: The combinations, as sorted line classes.
COMBINATIONS = tuple(combinations_with_replacement(range(len(LineClass)), 4))
#: The combination of a cell whose lines all lead nowhere; it is worth nothing, so an empty board's sum is 0.
DEAD = 0
#: The classes that can be present for the side on turn, and for the other, when a position is evaluated: a side that
#: can make a five or an open four at once has won.
OWN_PRESENCE, OTHER_PRESENCE = 6, 7
PRESENCES = 1 << OWN_PRESENCE + OTHER_PRESENCE
#: The second index of ``Weights.worth``.
WAITING, ON_TURN = 0, 1
#: The second index of ``Weights.order``.
ATTACK, DEFENCE = 0, 1


@dataclass(frozen=True)
class Weights:
    """The weights of one pair of rules: evaluation and move order."""

    worth: PointArray
    """By colour, WAITING or ON_TURN, and combination."""
    presence: PointArray
    """By the colour on turn, and the bits of its own classes below those of the other's."""
    order: PointArray
    """By colour, and combination: points for making it (ATTACK), and for taking it from that colour (DEFENCE)."""


def combination_numbers() -> NDArray[np.int64]:
    """The number of the combination for each four line classes of four bits each, the first direction lowest."""
    codes = np.arange(1 << 16)
    classes = np.sort(np.stack([(codes >> 4 * way) & 15 for way in range(4)]), axis=0)
    number = np.zeros((16,) * 4, np.int64)
    for index, combination in enumerate(COMBINATIONS):
        number[combination] = index
    found: NDArray[np.int64] = number[tuple(classes)]
    return found


def weights_for(rules: Rules) -> Weights:
    """The weights that are shipped for these rules, or those of the free rules where there are none."""
    known = _shipped()
    free = Rules(ColourRule(), ColourRule())
    return known.get(name_of(rules), known[name_of(free)])


def name_of(rules: Rules) -> str:
    """A stable name of the rules: ``5-any-any`` for the free ones."""
    name = f"{rules.length}-{_colour_name(rules.first)}-{_colour_name(rules.second)}"
    return name if rules.stones_a_turn == 1 else f"{name}-{rules.stones_a_turn}_a_turn"


def _colour_name(rule: ColourRule) -> str:
    words = (
        ("exact", not rule.overline_wins),
        ("open", rule.needs_open_end),
        ("no_overline", rule.bans_overline),
        ("no_44", rule.bans_double_four),
        ("no_33", rule.bans_double_three),
    )
    return "+".join(word for word, holds in words if holds) or "any"


@cache
def _shipped() -> Mapping[str, Weights]:
    return read(FILE)


def read(path: Path) -> dict[str, Weights]:
    """Read the weights in a file, by the rules' names; raises OSError or ValueError when it cannot be read."""
    with np.load(path) as arrays:
        names = {name.partition("/")[0] for name in arrays.files}
        return {name: Weights(*(arrays[f"{name}/{part.name}"] for part in fields(Weights))) for name in sorted(names)}


def write(file: BinaryIO, known: Mapping[str, Weights]) -> None:
    """Write a file for ``read``; the same numbers make the same bytes."""
    arrays = {
        f"{name}/{part.name}": getattr(one, part.name)
        for name, one in sorted(known.items())
        for part in fields(Weights)
    }
    np.savez_compressed(file, allow_pickle=False, **arrays)
