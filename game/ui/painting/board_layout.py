"""Layout of a board on the screen: the point of each cell, and the cell at a point. Draws nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core.geometry import Geometry, Lattice, Surface
from game.ui.painting.surfaces import Point

Corners = tuple[Point, ...]

#: The side of a board in design pixels; margins are shares of it and grow with the board.
DESIGN_SIDE = 696
#: Design pixels: the frame of a square board, its distance to the outermost stones, and the space for coordinates.
_FRAME, _EDGE = 18, 9
LABEL_GAP, _LABEL_ROOM = 9.5, 12.5
#: Design pixels: the rim of any other board, which holds the coordinates, and its distance to the cells.
_RIM, _SHORE = 24, 10
#: The diameters of a stone on a grid, a stone in a pocket, and a pocket, as shares of the pitch.
_STONE_ON_GRID, _STONE_IN_POCKET, POCKET_SHARE = 0.93, 0.89, 0.86
_SMALLEST_PITCH = 6
#: The distance from the middle of a hexagon to its corners, in widths of a hexagon.
CORNER_OF_HEXAGON = 1 / math.sqrt(3)


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Layout of a board on the screen, which converts between cells and screen points.

    ``cell`` is the pitch: the distance between the centres of neighbouring cells, in whole pixels.
    """

    geometry: Geometry
    frame: pygame.Rect
    """The rectangle of the board on the screen including its frame, without its shadow."""
    cell: float
    origin: Point
    """The screen point from which ``Geometry.project`` counts: column 0, row 0 of a board of squares."""
    scale: float
    """Screen pixels per design pixel."""
    rim: int
    """The width of the board's frame, in screen pixels."""
    coordinates: bool

    @property
    def stone_diameter(self) -> int:
        share = _STONE_IN_POCKET if self.geometry.surface is Surface.POCKETS else _STONE_ON_GRID
        return max(4, round(self.cell * share))

    @property
    def pocket_diameter(self) -> int:
        return max(4, round(self.cell * POCKET_SHARE))

    def at(self, x: float, y: float) -> Point:
        """Return the screen point of column x and row y; fractions give points between the cells."""
        across, down = self.geometry.project((x, y))
        return self.origin[0] + across * self.cell, self.origin[1] + down * self.cell

    def centre(self, cell: int) -> Point:
        """Return the screen point of a cell's centre."""
        return self.at(*self.geometry.cells[cell])

    def cell_at(self, point: tuple[float, float]) -> int | None:
        """Return the cell of the board at a screen point, or None.

        A square board has the nearest intersection within half a pitch, any other the pocket whose disc contains the
        point, or the hexagon whose middle is nearest.
        """
        across, down = ((point[axis] - self.origin[axis]) / self.cell for axis in (0, 1))
        if self.geometry.lattice is Lattice.HEXAGONS:
            return self._hexagon_at((across, down))
        x, y = math.floor(across + 0.5), math.floor(down + 0.5)
        if self.geometry.surface is Surface.POCKETS and math.hypot(across - x, down - y) > 0.5:
            return None
        return self.geometry.at(x, y)

    def _hexagon_at(self, point: Point) -> int | None:
        x, y = (math.floor(each) for each in self.geometry.unproject(point))
        near = [(x + right, y + down) for right in (0, 1) for down in (0, 1)]
        nearest = min(near, key=lambda position: math.dist(self.geometry.project(position), point))
        is_within = math.dist(self.geometry.project(nearest), point) <= CORNER_OF_HEXAGON
        return self.geometry.at(*nearest) if is_within else None

    @property
    def frame_corners(self) -> Corners:
        """The corner points of the outer edge of the board's frame, clockwise; they are drawn rounded off."""
        return self._corners(0)

    @property
    def surface_corners(self) -> Corners:
        """The corner points of the board's playing surface, clockwise; they are drawn rounded off."""
        return self._corners(self.rim)

    def _corners(self, inset: float) -> Corners:
        if is_rectangular(self.geometry):
            place = self.frame.inflate(-2 * inset, -2 * inset)
            return (place.topleft, place.topright, place.bottomright, place.bottomleft)
        outermost = [self.at(x, y) for x, y in self.geometry.outline]
        margin = _SHORE * self.scale + self.rim - inset
        if self.geometry.lattice is Lattice.HEXAGONS:
            return grown(outermost, 0, CORNER_OF_HEXAGON * self.cell + margin)
        return grown(outermost, self.cell / 2, margin)

    def column_label(self, x: int) -> Point:
        """Return the screen point of a column's coordinate label, below its lowest or above its highest cell.

        On a board with slanted edges the columns right of the lowest row have their labels above, and the rows below
        the leftmost column have theirs at the right, so that no edge has both. On a hexagon all rows have them at the
        left, and all columns at their lower ends.
        """
        if is_rectangular(self.geometry):
            return self._label(x, self.geometry.rows - 1, (0, 1))
        cells, lowest_row = self.geometry.cells, self.geometry.row_cells[self.geometry.rows - 1]
        rows = [cells[cell][1] for cell in self.geometry.column_cells[x]]
        if self.geometry.lattice is Lattice.HEXAGONS:
            return self._label(x, max(rows), (0, 1))
        is_beyond = x > max(cells[cell][0] for cell in lowest_row)
        return self._label(x, min(rows), (0, -1)) if is_beyond else self._label(x, max(rows), (0, 1))

    def row_label(self, y: int) -> Point:
        """Return the screen point of a row's coordinate label, at the left or right end of the row."""
        if is_rectangular(self.geometry):
            return self._label(0, y, (-1, 0))
        cells, first_column = self.geometry.cells, self.geometry.column_cells[0]
        columns = [cells[cell][0] for cell in self.geometry.row_cells[y]]
        is_below = y > max(cells[cell][1] for cell in first_column)
        return self._label(max(columns), y, (1, 0)) if is_below else self._label(min(columns), y, (-1, 0))

    def _label(self, x: float, y: float, way: tuple[int, int]) -> Point:
        """Return the centre of the coordinate label for the cell at column x and row y.

        ``way`` is the direction from the cell to the label, in columns and rows.
        """
        point, beside = self.at(x, y), self.at(x + way[0], y + way[1])
        towards = (beside[0] - point[0]) / self.cell, (beside[1] - point[1]) / self.cell
        if is_rectangular(self.geometry):
            away = self.cell * _STONE_ON_GRID / 2 + LABEL_GAP * self.scale
        else:
            away = _distance_to_edge(point, towards, self._corners(self.rim / 2))
        return point[0] + towards[0] * away, point[1] + towards[1] * away


def stretches(geometry: Geometry, cells: Sequence[int]) -> list[list[int]]:
    """Return a row of cells in parts that can each be drawn as one straight line.

    A row over a joined edge of the board has a part at each side.
    """
    sides = (
        geometry.columns / 2 if geometry.wrap.joins_columns else math.inf,
        geometry.rows / 2 if geometry.wrap.joins_rows else math.inf,
    )
    parts = [[cells[0]]]
    for cell in cells[1:]:
        before, after = geometry.cells[parts[-1][-1]], geometry.cells[cell]
        if any(abs(after[axis] - before[axis]) > sides[axis] for axis in (0, 1)):
            parts.append([cell])
        else:
            parts[-1].append(cell)
    return parts


def is_rectangular(geometry: Geometry) -> bool:
    """Return True if the board's playing surface is an upright rectangle."""
    return len(geometry.outline) == 4 and len({x for x, _ in geometry.outline}) == 2


def grown(corners: Sequence[Point], half: float, margin: float) -> Corners:
    """Return a convex polygon (clockwise) enlarged by moving its edges outwards.

    It then contains squares with side 2 ``half`` around its former corners, plus a margin.
    """
    edges = []
    for (x0, y0), (x1, y1) in _sides(corners):
        length = math.dist((x0, y0), (x1, y1))
        nx, ny = (y1 - y0) / length, (x0 - x1) / length
        reach = half * (abs(nx) + abs(ny)) + margin
        edges.append((nx, ny, nx * x0 + ny * y0 + reach))
    return tuple(_crossing(before, after) for before, after in zip([edges[-1], *edges[:-1]], edges, strict=True))


def _sides(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


Edge = tuple[float, float, float]


def _crossing(first: Edge, second: Edge) -> Point:
    """Return the intersection of two lines ``nx * x + ny * y = d``."""
    (a, b, c), (d, e, f) = first, second
    determinant = a * e - b * d
    return (c * e - b * f) / determinant, (a * f - c * d) / determinant


def _distance_to_edge(start: Point, way: Point, corners: Sequence[Point]) -> float:
    """Return the distance from a point inside a convex polygon to its edge, in a direction of length 1."""
    distances = []
    for (x0, y0), (x1, y1) in _sides(corners):
        nx, ny = y1 - y0, x0 - x1
        towards = nx * way[0] + ny * way[1]
        if towards > 1e-9:
            distances.append((nx * (x0 - start[0]) + ny * (y0 - start[1])) / towards)
    return min(distances)


def lay_out(geometry: Geometry, rect: pygame.Rect, *, coordinates: bool = True) -> BoardLayout:
    """Return the layout of the largest board that fits a rectangle.

    Its cells are a whole number of pixels apart.
    """
    if is_rectangular(geometry):
        return _lay_out_square(geometry, rect, coordinates)
    return _lay_out_rimmed(geometry, rect, coordinates)


def _lay_out_square(geometry: Geometry, rect: pygame.Rect, coordinates: bool) -> BoardLayout:
    """Return the layout of a square board, with coordinates in the left and bottom margins.

    Leftover pixels widen all margins.
    """
    scale = min(rect.size) / DESIGN_SIDE
    rim = round(_FRAME * scale)
    near, near_share = rim + _EDGE * scale, 0.5
    far, far_share = (rim + (LABEL_GAP + _LABEL_ROOM) * scale, _STONE_ON_GRID / 2) if coordinates else (near, 0.5)
    shares = near_share + far_share - 1
    pitch = min(
        (rect.width - near - far) / (geometry.columns + shares), (rect.height - near - far) / (geometry.rows + shares)
    )
    cell = max(_SMALLEST_PITCH, math.floor(pitch))
    near, far = near + near_share * cell, far + far_share * cell
    wide, high = (geometry.columns - 1) * cell + near + far, (geometry.rows - 1) * cell + near + far
    spare = max(0.0, min(rect.width - wide, rect.height - high))
    frame = pygame.Rect(0, 0, round(wide + spare), round(high + spare))
    frame.center = rect.center
    origin = (frame.left + round(far + spare / 2), frame.top + round(near + spare / 2))
    return BoardLayout(geometry, frame, cell, origin, scale, rim, coordinates)


def _lay_out_rimmed(geometry: Geometry, rect: pygame.Rect, coordinates: bool) -> BoardLayout:
    """Return the layout of a board whose frame follows its outline and limits the distance of its cells."""
    scale = min(rect.size) / DESIGN_SIDE
    rim = round(_RIM * scale)
    margin = rim + _SHORE * scale
    (columns, rows), (around, above) = geometry.extent, (margin, margin)
    if geometry.lattice is Lattice.HEXAGONS:
        # The corners at the left and the right stick out further than the edges.
        around /= math.cos(math.pi / 6)
        columns += 2 * CORNER_OF_HEXAGON / math.cos(math.pi / 6) - 1
        rows += 2 * CORNER_OF_HEXAGON - 1
    pitch = min((rect.width - 2 * around) / columns, (rect.height - 2 * above) / rows)
    cell = max(_SMALLEST_PITCH, math.floor(pitch))
    frame = pygame.Rect(0, 0, math.ceil(columns * cell + 2 * around), math.ceil(rows * cell + 2 * above))
    frame.center = rect.center
    origin = (
        round(frame.centerx - (geometry.extent[0] - 1) * cell / 2),
        round(frame.centery - (geometry.extent[1] - 1) * cell / 2),
    )
    return BoardLayout(geometry, frame, cell, origin, scale, rim, coordinates)
