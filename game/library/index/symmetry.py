"""Symmetries of a board: rotations and reflections that map it onto itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

from game.core.geometry import Geometry, Position

#: For each cell, the cell that it is mapped to.
Turning = tuple[int, ...]


@cache
def turnings(geometry: Geometry) -> tuple[Turning, ...]:
    """Return all symmetries of a board, the identity first; eight for a square or an octagon."""
    found = (_turning(geometry, _way(geometry, *each)) for each in product((False, True), repeat=3))
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _way(geometry: Geometry, swaps: bool, mirrors_x: bool, mirrors_y: bool) -> Callable[[Position], Position]:
    def turned(position: Position) -> Position:
        x, y = position
        x, y = geometry.columns - 1 - x if mirrors_x else x, geometry.rows - 1 - y if mirrors_y else y
        return (y, x) if swaps else (x, y)

    return turned


def _turning(geometry: Geometry, way: Callable[[Position], Position]) -> Turning | None:
    cells = [geometry.at(*way(position)) for position in geometry.cells]
    known = tuple(cell for cell in cells if cell is not None)
    return known if len(known) == len(cells) else None


def canonical(geometry: Geometry, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return the smallest image of some cells under all symmetries of the board."""
    return min(tuple(turning[cell] for cell in cells) for turning in turnings(geometry))
