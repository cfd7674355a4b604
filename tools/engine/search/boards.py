"""Boards and engines for tests of the search."""

import random

from game.engine.search.lines import position as board
from game.engine.search.lines.engine import Engine
from rulesets.gomoku.ai import kit_rules
from rulesets.gomoku.rules import VARIANTS

RULES = {name: kit_rules(rule) for name, rule in VARIANTS.items()}


def cell_named(name, size):
    """Return the column and row, counted from 0, of the cell with a name such as ``h8`` on a board of this size."""
    return ord(name[0]) - ord("a"), size - int(name[1:])


def name_of(point, size):
    return f"{chr(ord('a') + point[0])}{size - point[1]}"


def engine(variant, size=15, moves=()):
    made = Engine(RULES[variant], size, memory_bits=18)
    made.forget()
    made.set_stones([(*cell_named(name, size), index & 1) for index, name in enumerate(moves)])
    return made


def best(searcher, side, nodes=20_000):
    """Return the last result of a search for this side with ``nodes`` nodes."""
    return list(searcher.think(side, seconds=30.0, nodes=nodes))[-1]


def random_stones(size, number, seed):
    rng = random.Random(seed)
    cells = rng.sample(range(size * size), number)
    return [(board.cell_at(cell % size, cell // size), index & 1) for index, cell in enumerate(cells)]
