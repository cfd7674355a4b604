"""Stones of which one will stay: whether two of them are the same offer.

Two offers are the same where a symmetry of the stones that lie there already, about their centre of gravity, colours
kept, takes one to the other. Source: the Renju International Federation's rules of Yamaguchi, Soosyrv-8 and
Taraguchi-10 (renju.net/rule), by which fifths may not be symmetric.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from game.core.geometry import Geometry
from game.core.model import EMPTY

#: A place relative to the centre of gravity, in parts of a cell that make it whole.
_Offset = tuple[int, int]
_SYMMETRIES: tuple[Callable[[int, int], _Offset], ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)


@lru_cache(maxsize=64)
def same_offers(geometry: Geometry, board: tuple[str, ...], offered: tuple[int, ...]) -> Mapping[int, int]:
    """For each cell that is the same offer as one of those on the board, that one, the oldest where there are several.

    An offer is not the same as itself, and where no other stones lie no two cells are the same.
    """
    stones = {cell: stone for cell, stone in enumerate(board) if stone != EMPTY and cell not in offered}
    if not stones:
        return {}
    scaled = _scaled(geometry, list(stones))
    coloured = {(*scaled(at), letter) for at, letter in stones.items()}
    kept = [turn for turn in _SYMMETRIES if {(*turn(x, y), letter) for x, y, letter in coloured} == coloured]
    cells = {scaled(cell): cell for cell in range(len(geometry))}
    images = ((cells.get(turn(*scaled(other))), other) for other in reversed(offered) for turn in kept)
    # The symmetries that keep the stones are a group: what is taken to an offer is what the offer is taken to.
    return {cell: other for cell, other in images if cell is not None and cell != other}


def _scaled(geometry: Geometry, cells: Sequence[int]) -> Callable[[int], _Offset]:
    """A function that tells where a cell lies from the centre of gravity of some cells."""
    number = len(cells)
    sums = [sum(geometry.cells[cell][axis] for cell in cells) for axis in (0, 1)]

    def point(cell: int) -> _Offset:
        x, y = geometry.cells[cell]
        return number * x - sums[0], number * y - sums[1]

    return point
