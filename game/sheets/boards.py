"""The board of a rule sheet."""

from __future__ import annotations

from functools import cache

from game.core.geometry import (
    DIRECTIONS,
    Geometry,
    Surface,
    Wrap,
    from_rows,
    hexagon,
    octagon,
    rectangle,
    with_directions,
)
from game.sheets.sheet import BoardSection, BoardShape, Directions, Look, SheetRules

_STRAIGHT, _DIAGONAL = DIRECTIONS[:2], DIRECTIONS[2:]


@cache
def geometry_of(rules: SheetRules) -> Geometry:
    """Return the board of a game with these rules, with the directions of lines that count.

    Raises ParseError for a drawing that is not a board.
    """
    geometry = _shape(rules.board)
    if rules.line.directions is Directions.ALL:
        return geometry
    return with_directions(geometry, _STRAIGHT if rules.line.directions is Directions.STRAIGHT else _DIAGONAL)


def _shape(board: BoardSection) -> Geometry:
    surface = Surface.POCKETS if board.look is Look.POND else Surface.GRID
    if board.shape is BoardShape.HEXAGON:
        return hexagon(board.side, surface)
    if board.shape is BoardShape.OCTAGON:
        return octagon(board.columns, board.cut, surface=surface)
    if board.shape is BoardShape.ROWS:
        return from_rows(board.drawing, board.wrap, surface)
    if surface is Surface.GRID:
        return rectangle(board.columns, board.rows, board.wrap)
    return from_rows(("." * board.columns,) * board.rows, board.wrap, surface)


def middle_cells(geometry: Geometry) -> tuple[int, ...]:
    """Return the cells nearest to the middle of a board: one, or several that are equally near."""
    points = [geometry.project(position) for position in geometry.cells]
    across, down = ((min(part) + max(part)) / 2 for part in zip(*points, strict=True))
    distances = [round((x - across) ** 2 + (y - down) ** 2, 6) for x, y in points]
    return tuple(cell for cell, distance in enumerate(distances) if distance == min(distances))


def joins_bottom(rules: SheetRules) -> bool:
    """Return True if the bottom row of the board is joined to the top row, so that nothing can lie on the bottom."""
    return rules.board.wrap in (Wrap.ROWS, Wrap.TORUS)
