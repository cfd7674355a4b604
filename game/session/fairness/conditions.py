"""The conditions of the games that the computer plays against itself to measure a rule sheet."""

from __future__ import annotations

from game.sheets.boards import geometry_of
from game.sheets.sheet import SheetRules

#: Most stones at the beginning of a game that vary it, and the cells of the board for each of them. More stones of a
#: weak level change the balance: with 3,000 nodes a stone, the first player of Connect6 wins 58 % after 3 such stones
#: and 79 % after 11 (40 games each).
_MOST_OPENING_STONES, _CELLS_A_STONE = 4, 10
#: A game with captures is ended after as many stones as this times the number of cells.
_BOARDS_FULL = 2


def opening_stones(rules: SheetRules) -> int:
    """Return the number of stones at the beginning of a game that are placed to vary it."""
    return min(_MOST_OPENING_STONES, len(geometry_of(rules)) // _CELLS_A_STONE)


def most_plies(rules: SheetRules) -> int:
    """Return the number of stones after which a game is too long; 0 if it always ends, because the board fills up."""
    return _BOARDS_FULL * len(geometry_of(rules)) if rules.capture.runs else 0
