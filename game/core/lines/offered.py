"""Symmetry of the stones that a player offers in an opening: no two of them may be equivalent.

Two offers are equivalent if a symmetry of the stones on the board (rotation or reflection about their centre of
gravity, colours kept) maps one to the other. Source: the rules of Yamaguchi, Soosyrv-8 and Taraguchi-10 of the Renju
International Federation (renju.net/rule), by which fifth moves must not be symmetric.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from game.core.geometry import Geometry
from game.core.model import EMPTY

#: A cell's offset from the centre of gravity, multiplied by the number of stones so that both numbers are whole.
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
    """Map each cell that is symmetric to an offered stone to the oldest such stone.

    An offer is not equivalent to itself. Without other stones on the board, no two cells are equivalent.
    """
    stones = {cell: stone for cell, stone in enumerate(board) if stone != EMPTY and cell not in offered}
    if not stones:
        return {}
    scaled = _scaled(geometry, list(stones))
    coloured = {(*scaled(at), letter) for at, letter in stones.items()}
    preserving = [turn for turn in _SYMMETRIES if {(*turn(x, y), letter) for x, y, letter in coloured} == coloured]
    cells = {scaled(cell): cell for cell in range(len(geometry))}
    images = ((cells.get(turn(*scaled(other))), other) for other in reversed(offered) for turn in preserving)
    # The symmetries that preserve the stones form a group, so the cells that map to an offer are the images of the
    # offer.
    return {cell: other for cell, other in images if cell is not None and cell != other}


def _scaled(geometry: Geometry, cells: Sequence[int]) -> Callable[[int], _Offset]:
    """Return a function from a cell to its offset from the centre of gravity of these cells, in whole numbers."""
    number = len(cells)
    sums = [sum(geometry.cells[cell][axis] for cell in cells) for axis in (0, 1)]

    def point(cell: int) -> _Offset:
        x, y = geometry.cells[cell]
        return number * x - sums[0], number * y - sums[1]

    return point
