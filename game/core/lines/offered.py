"""Stones of which one will stay: whether two of them are the same offer.

Two offers are the same where a symmetry of the stones that lie there already, about their centre of gravity, colours
kept, takes one to the other. Source: the Renju International Federation's rules of Yamaguchi, Soosyrv-8 and
Taraguchi-10 (renju.net/rule), by which fifths may not be symmetric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from game.core.geometry import Geometry

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


def same_offer(geometry: Geometry, stones: Mapping[int, str], offered: Iterable[int], cell: int) -> int | None:
    """The offered cell to which a symmetry of ``stones``, letters by cell, takes another one; None where there is none.

    Without stones, no two cells are the same.
    """
    if not stones:
        return None
    scaled = _scaled(geometry, list(stones))
    coloured = {(*scaled(at), letter) for at, letter in stones.items()}
    images = {
        turn(*scaled(cell)) for turn in _SYMMETRIES if {(*turn(x, y), letter) for x, y, letter in coloured} == coloured
    }
    return next((other for other in offered if other != cell and scaled(other) in images), None)


def _scaled(geometry: Geometry, cells: Sequence[int]) -> Callable[[int], _Offset]:
    """A function that tells where a cell lies from the centre of gravity of some cells."""
    number = len(cells)
    sums = [sum(geometry.cells[cell][axis] for cell in cells) for axis in (0, 1)]

    def point(cell: int) -> _Offset:
        x, y = geometry.cells[cell]
        return number * x - sums[0], number * y - sums[1]

    return point
