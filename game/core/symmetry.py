"""Symmetries of a board: the rotations and reflections that map its cells and its lines onto themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

Position = tuple[int, int]
Direction = tuple[int, int]
#: For each cell, the cell that it is mapped to.
Symmetry = tuple[int, ...]
#: A linear map ``(a, b, c, d)`` of offsets: ``(x, y)`` becomes ``(a x + b y, c x + d y)``.
LinearMap = tuple[int, int, int, int]


def symmetries(
    cells: Sequence[Position], directions: Sequence[Direction], *, may_exchange_axes: bool = True
) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board with these cells and line directions, the identity first.

    ``may_exchange_axes`` is False if columns and rows differ in more than their number, as with joined columns.
    """
    ways = {way for x, y in directions for way in ((x, y), (-x, -y))}
    found = (cell_map(cells, each) for each in _maps(ways, may_exchange_axes))
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _maps(ways: set[Direction], may_exchange_axes: bool) -> Iterator[LinearMap]:
    """Yield the linear maps that keep this set of directions.

    All of them map neighbours to neighbours, so their four numbers are -1, 0 or 1. The maps of squares come first, in
    the order that they have always had: exchange of the axes, reflection of the columns, reflection of the rows.
    """
    squares: list[LinearMap] = [
        (0, y, x, 0) if exchanges else (x, 0, 0, y) for exchanges, x, y in product((False, True), (1, -1), (1, -1))
    ]
    unit = (-1, 0, 1)
    others = [(a, b, c, d) for a, b, c, d in product(unit, unit, unit, unit) if a * d - b * c in (1, -1)]
    for each in dict.fromkeys(squares + others):
        if (may_exchange_axes or not (each[1] or each[2])) and {_mapped(each, way) for way in ways} == ways:
            yield each


def _mapped(by: LinearMap, offset: Position) -> Position:
    x, y = offset
    return by[0] * x + by[1] * y, by[2] * x + by[3] * y


def cell_map(cells: Sequence[Position], by: LinearMap) -> Symmetry | None:
    """Return the cells' images under a linear map about their centre of gravity; None if it does not fit the board."""
    number, total = len(cells), (sum(x for x, _ in cells), sum(y for _, y in cells))
    # Offsets are multiplied by the number of cells, so that they are whole.
    offsets = {(number * x - total[0], number * y - total[1]): cell for cell, (x, y) in enumerate(cells)}
    images = [offsets.get(_mapped(by, offset)) for offset in offsets]
    known = tuple(cell for cell in images if cell is not None)
    return known if len(known) == number else None
