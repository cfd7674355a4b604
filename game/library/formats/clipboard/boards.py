"""Boards with room for the cells of a pasted text, and columns that are named without the letter i.

A pasted text is read on the board in the window if it fits there. If it does not, it is read on a larger board of the
same game. Programs for Go, and everything that speaks GTP, skip the letter i, so that h is followed by j.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from game.core.geometry import LETTERS, MOST_COLUMNS
from game.core.model import Options
from game.core.ruleset import Ruleset, complete_options
from game.library.formats.terms import GameRules

#: Sizes to try first for a larger board: the sizes of gomoku, of Go boards and of the Gomocup's freestyle.
_USUAL_SIZES = (15, 19, 20)
_SKIPPED = "i"
_CELL = re.compile(r"([A-Za-z])([0-9]{1,2})(?![0-9])")


def options_with_rows(ruleset: Ruleset, given: Options, rows: int) -> Iterator[Options]:
    """Yield the options of a ruleset that give a board with ``rows`` rows, the most similar to the given ones first."""
    options = complete_options(ruleset.info, given)
    numbers = [option for option in ruleset.info.options if option.kind == "number"]
    others = ({**options, each.key: value} for each in numbers for value in range(each.low, each.high + 1))
    possible = (each for each in (options, *others) if ruleset.check_options(each) is None)
    yield from (each for each in possible if ruleset.geometry(each).rows == rows)


def with_rows(rules: GameRules, rows: int) -> GameRules:
    """Return the rules on a board with ``rows`` rows; the given rules if they have it, or if there is none."""
    if rules.geometry.rows == rows:
        return rules
    options = next(options_with_rows(rules.ruleset, rules.options, rows), None)
    return rules if options is None else GameRules(rules.ruleset, options)


def rules_with_room(rules: GameRules, columns: int, rows: int) -> GameRules:
    """Return the rules on the first usual board with so many columns and rows, else the given rules.

    The given rules come first if their board is large enough.
    """
    geometry = rules.geometry
    if geometry.columns >= columns and geometry.rows >= rows:
        return rules
    needed = max(columns, rows)
    sizes = dict.fromkeys((*_USUAL_SIZES, *range(needed, MOST_COLUMNS + 1)))
    for size in (each for each in sizes if each >= needed):
        for options in options_with_rows(rules.ruleset, rules.options, size):
            if rules.ruleset.geometry(options).columns >= columns:
                return GameRules(rules.ruleset, options)
    return rules


def size_needed(cells: Sequence[str]) -> tuple[int, int]:
    """Return the least number of columns and rows of a board with these cells; words that are no cells are ignored."""
    found = [part for each in cells if (part := _CELL.match(each))]
    columns = max((LETTERS.index(part[1].lower()) + 1 for part in found), default=0)
    return columns, max((int(part[2]) for part in found), default=0)


def skips_letter(cells: Sequence[str], rules: GameRules) -> bool:
    """Return True if the columns of these cells must be named without the letter i.

    They must if the last column does not exist otherwise, all rows do, and no cell has the letter.
    """
    columns, rows = size_needed(cells)
    geometry = rules.geometry
    has_letter = any(each[:1].lower() == _SKIPPED for each in cells)
    return columns == geometry.columns + 1 > LETTERS.index(_SKIPPED) + 1 and rows <= geometry.rows and not has_letter


def with_letter(cell: str) -> str:
    """Return a cell, or a move that begins with one, of a board without the letter i in the program's notation."""
    column = LETTERS.find(cell[:1].lower())
    return LETTERS[column - 1] + cell[1:] if column > LETTERS.index(_SKIPPED) else cell
