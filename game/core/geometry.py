"""Board geometry: the cells of a board, their names, and the straight lines through them.

A cell is an integer. Cells are numbered from 0 in reading order, left to right and top to bottom, skipping holes. A
position is a pair ``(x, y)``: the column counted from the left and the row counted from the top, both from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from math import sqrt

from game.core.errors import ParseError
from game.core.language import _
from game.core.symmetry import Direction as Direction
from game.core.symmetry import Position as Position
from game.core.symmetry import Symmetry, symmetries

#: Steps ``(dx, dy)`` of the four line directions of a square board: horizontal, vertical, and both diagonals. Negate
#: one for the opposite direction. The directions of one board are ``Geometry.directions``.
DIRECTIONS: tuple[Direction, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))
#: The three line directions of a board of hexagons (see ``Lattice.HEXAGONS``).
HEXAGON_DIRECTIONS: tuple[Direction, ...] = ((1, 0), (0, 1), (1, -1))

LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: The size of the largest board: a column is named by one letter, a row by a number of at most two digits.
MOST_COLUMNS, MOST_ROWS = len(LETTERS), 99
#: The characters of ``from_rows``.
_CELL, _HOLE, _NOTHING = ".", "#", " "
#: The distance between two rows of hexagons, in widths of a hexagon.
_ROW_HEIGHT = sqrt(3) / 2
_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


class Lattice(Enum):
    """The arrangement of the cells of a board, which determines where they are drawn."""

    SQUARES = "squares"
    HEXAGONS = "hexagons"
    """Each row is drawn half a cell further to the right than the row above it.

    So the neighbours of a cell in the directions (1, 0), (0, 1), (1, -1) and their opposites are equally far away.
    """


class Wrap(Enum):
    """The opposite edges of a board that are joined, so that lines go on at the other side."""

    NONE = "none"
    COLUMNS = "columns"
    """The last column is beside the first."""
    ROWS = "rows"
    """The last row is beside the first."""
    TORUS = "torus"
    """Both."""

    @property
    def joins_columns(self) -> bool:
        """True if the last column is beside the first."""
        return self in (Wrap.COLUMNS, Wrap.TORUS)

    @property
    def joins_rows(self) -> bool:
        """True if the last row is beside the first."""
        return self in (Wrap.ROWS, Wrap.TORUS)


#: The smallest number of columns or rows that can be joined: with fewer, two directions would lead to the same cell.
_FEWEST_JOINED = 3


class Surface(Enum):
    """The look of a board: a wooden grid with stones on its crossings, or a pond with pockets for stones."""

    GRID = "grid"
    POCKETS = "pockets"


_Ray = tuple[tuple[int, ...], int, int]


@dataclass(frozen=True, slots=True)
class _Line:
    """A straight line of cells, as long as the board and its holes allow; a ring goes on with its first cell."""

    cells: tuple[int, ...]
    is_ring: bool

    def rays(self) -> Iterator[tuple[int, _Ray]]:
        """Yield each cell of the line with its ray: a tuple of cells, and where the ray begins and ends in it.

        All rays share one tuple. A diagonal of a torus may pass through each of its cells, and as many long tuples
        would fill the memory.
        """
        length = len(self.cells)
        cells = self.cells * 2 if self.is_ring else self.cells
        for place, cell in enumerate(self.cells):
            yield cell, (cells, place + 1, place + length if self.is_ring else length)


@dataclass(frozen=True, eq=False)
class Geometry:
    """The geometry of a board: the positions of its cells, its outline and its holes.

    Compared by identity: call ``square``, ``rectangle``, ``octagon``, ``hexagon`` or ``from_rows``, which return the
    same object for the same arguments.

    ``columns`` and ``rows`` are the size of the enclosing rectangle. ``star_points`` are the cells that the board marks
    with a dot. ``directions`` are the steps ``(dx, dy)`` of the lines that count, one for each pair of opposite
    directions.
    """

    columns: int
    rows: int
    cells: tuple[Position, ...]
    """The position ``(x, y)`` of each cell, indexed by cell number."""
    holes: tuple[Position, ...]
    """The positions inside the outline that have no cell and are drawn as holes."""
    outline: tuple[tuple[float, float], ...]
    """The corners ``(x, y)`` of the playing surface, clockwise from the top left.

    The unit is one cell; the outline passes through the centres of the outermost cells.
    """
    surface: Surface
    star_points: tuple[int, ...] = ()
    directions: tuple[Direction, ...] = DIRECTIONS
    wrap: Wrap = Wrap.NONE
    lattice: Lattice = Lattice.SQUARES

    def __post_init__(self) -> None:
        """Check the size of the board, the positions of its cells and its joined edges.

        Raises ValueError if there are too many or too few columns or rows, if the cells are not different positions
        inside the rectangle, or if the edges cannot be joined.
        """
        if not (2 <= self.columns <= MOST_COLUMNS and 2 <= self.rows <= MOST_ROWS):
            raise ValueError(
                f"a board has 2 to {MOST_COLUMNS} columns and 2 to {MOST_ROWS} rows, not {self.columns} and {self.rows}"
            )
        if len(set(self.cells)) != len(self.cells) or not all(map(self._is_inside, self.cells)):
            raise ValueError("the cells of a board are different positions within its columns and rows")
        joined = [
            size
            for size, is_joined in ((self.columns, self.wrap.joins_columns), (self.rows, self.wrap.joins_rows))
            if is_joined
        ]
        if joined and (self.lattice is not Lattice.SQUARES or min(joined) < _FEWEST_JOINED):
            raise ValueError(f"only a board of squares with {_FEWEST_JOINED} or more columns or rows can join them")

    def _is_inside(self, position: Position) -> bool:
        x, y = position
        return 0 <= x < self.columns and 0 <= y < self.rows

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def _cell_at(self) -> dict[Position, int]:
        return {position: cell for cell, position in enumerate(self.cells)}

    def at(self, x: int, y: int) -> int | None:
        """Return the cell in column ``x`` from the left and row ``y`` from the top, or None if there is no cell."""
        return self._cell_at.get((x, y))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell, indexed by cell number, such as ``a1`` for the cell at the bottom left.

        A name is the column letter, counted from the left (i included), and the row number, counted from 1 at the
        bottom.
        """
        return tuple(f"{LETTERS[x]}{self.rows - y}" for x, y in self.cells)

    @cached_property
    def _cell_named(self) -> dict[str, int]:
        return {name: cell for cell, name in enumerate(self.names)}

    def cell(self, name: str) -> int:
        """Return the number of the cell with this name (upper or lower case).

        Raises ParseError if the name is malformed or off the board.
        """
        text = name.strip().lower()
        found = self._cell_named.get(text)
        if found is not None:
            return found
        if _NAME.fullmatch(text):
            raise ParseError(
                _(
                    "there is no cell {name!r} on this {columns}x{rows} board",
                    name=name.strip(),
                    columns=self.columns,
                    rows=self.rows,
                )
            )
        raise ParseError(
            _("{name!r} is not a valid cell name (a letter and a row number, such as h8)", name=name.strip())
        )

    def step(self, position: Position, way: Direction) -> Position:
        """Return the next position in a direction, at the other side if it is beyond a joined edge.

        It may be off the board.
        """
        x, y = position[0] + way[0], position[1] + way[1]
        return x % self.columns if self.wrap.joins_columns else x, y % self.rows if self.wrap.joins_rows else y

    def _line(self, first: Position, way: Direction) -> Iterator[int]:
        """Yield the cells from a position on in one direction, up to an edge, a hole, or the position itself."""
        at = first
        while at in self._cell_at:
            yield self._cell_at[at]
            at = self.step(at, way)
            if at == first:
                return

    def _lines(self, way: Direction) -> Iterator[_Line]:
        """Yield all straight lines of cells in one direction, each as long as the board and its holes allow."""
        back, seen = (-way[0], -way[1]), set[int]()
        for start in self.cells:
            if self.step(start, back) not in self._cell_at:
                line = _Line(tuple(self._line(start, way)), is_ring=False)
                seen.update(line.cells)
                yield line
        for cell, start in enumerate(self.cells):
            if cell not in seen:
                ring = _Line(tuple(self._line(start, way)), is_ring=True)
                seen.update(ring.cells)
                yield ring

    @cached_property
    def _rays(self) -> dict[Direction, list[_Ray]]:
        rays: dict[Direction, list[_Ray]] = {}
        for way in self.directions:
            onwards: list[_Ray] = [((), 0, 0)] * len(self)
            back: list[_Ray] = [((), 0, 0)] * len(self)
            for line in self._lines(way):
                for cell, ray in line.rays():
                    onwards[cell] = ray
                for cell, ray in _Line(line.cells[::-1], line.is_ring).rays():
                    back[cell] = ray
            rays[way], rays[(-way[0], -way[1])] = onwards, back
        return rays

    def ray(self, cell: int, way: Direction) -> tuple[int, ...]:
        """Return the cells beyond ``cell`` in one direction, nearest first, up to an edge or a hole.

        ``way`` is one of ``directions`` or its opposite. On a board with joined edges a line may return to the cell;
        then the ray ends just before it.
        """
        cells, begin, end = self._rays[way][cell]
        return cells[begin:end]

    def ring(self, cell: int, way: Direction) -> tuple[int, ...]:
        """Return the cells of the closed line through a cell in one direction, in order, from its lowest cell on.

        Return an empty tuple if the line has ends, as all lines do unless edges of the board are joined.
        """
        if self.wrap is Wrap.NONE:
            return ()
        line = (cell, *self.ray(cell, way))
        if self.step(self.cells[line[-1]], way) != self.cells[cell]:
            return ()
        first = line.index(min(line))
        return line[first:] + line[:first]

    def beyond(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """Return the cells just beyond both ends of a straight row of adjacent cells.

        At an edge or a hole there is none, and none beyond a row that fills a closed line. A single cell has no ends.
        """
        if len(line) == 1:
            return ()
        way = self._ways[line[0], line[1]]
        ends = (*self.ray(line[0], (-way[0], -way[1]))[:1], *self.ray(line[-1], way)[:1])
        return tuple(cell for cell in ends if cell not in (line[0], line[-1]))

    @cached_property
    def _ways(self) -> dict[tuple[int, int], Direction]:
        """The direction from one cell to another one beside it."""
        found = ((way, cell, self.ray(cell, way)[:1]) for way in self._rays for cell in range(len(self)))
        return {(cell, beside[0]): way for way, cell, beside in found if beside}

    @cache  # noqa: B019 - a geometry lives as long as the program
    def windows(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return every straight row of ``length`` different adjacent cells on the board, in all its directions.

        A closed line of exactly this length is one row, not one from each of its cells.
        """
        runs = []
        for way in self.directions:
            for cell in range(len(self)):
                beyond = self.ray(cell, way)
                is_whole = len(beyond) == length - 1
                if len(beyond) >= length - 1 and not (is_whole and self.ring(cell, way)[:1] not in ((), (cell,))):
                    runs.append((cell, *beyond[: length - 1]))
        return tuple(runs)

    @cache  # noqa: B019 - a geometry lives as long as the program
    def windows_through(self, length: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return, for each cell of the board, the straight rows of ``length`` cells that contain it."""
        through: list[list[tuple[int, ...]]] = [[] for _ in self.cells]
        for window in self.windows(length):
            for cell in window:
                through[cell].append(window)
        return tuple(tuple(windows) for windows in through)

    @cached_property
    def row_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row from left to right, without holes. The rows begin at the top."""
        return tuple(tuple(c for c, (_, cy) in enumerate(self.cells) if cy == y) for y in range(self.rows))

    @cached_property
    def column_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column from top to bottom, without holes. The columns begin at the left."""
        return tuple(tuple(c for c, (cx, _) in enumerate(self.cells) if cx == x) for x in range(self.columns))

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The rotations and reflections that map the board and its lines onto themselves, the identity first.

        A square has 8 of them, an oblong board and a square with one pair of joined edges 4, and a hexagon 12: its 6
        rotations and 6 reflections. Shifts along joined edges are not among them.
        """
        may_exchange_axes = self.wrap in (Wrap.NONE, Wrap.TORUS)
        return symmetries(self.cells, self.directions, may_exchange_axes=may_exchange_axes)

    @cached_property
    def row_symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that keep each cell in its row: the identity, and the exchange of left and right if it fits.

        A game with gravity has no others.
        """
        rows = [y for _, y in self.cells]
        return tuple(each for each in self.symmetries if all(rows[to] == y for to, y in zip(each, rows, strict=True)))

    def project(self, position: tuple[float, float]) -> tuple[float, float]:
        """Return the point ``(x, y)`` at which a position is drawn, in widths of a cell, y downwards.

        All cells have points from 0 on, and neighbours are one width apart.
        """
        x, y = position
        if self.lattice is Lattice.SQUARES:
            return x, y
        return x + y / 2 - self._leftmost, y * _ROW_HEIGHT

    def unproject(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return the column and row, with fractions, that are drawn at a point: the inverse of ``project``."""
        x, y = point
        if self.lattice is Lattice.SQUARES:
            return x, y
        row = y / _ROW_HEIGHT
        return x + self._leftmost - row / 2, row

    @cached_property
    def extent(self) -> tuple[float, float]:
        """The width and height of the drawn board in widths of a cell, with half a cell beyond the outermost points."""
        if self.lattice is Lattice.SQUARES:
            return self.columns, self.rows
        points = [self.project(position) for position in self.cells]
        return max(x for x, _ in points) + 1, max(y for _, y in points) + 1

    @cached_property
    def _leftmost(self) -> float:
        return min(x + y / 2 for x, y in self.cells)


def square(size: int, wrap: Wrap = Wrap.NONE) -> Geometry:
    """Return a board with a grid of ``size`` by ``size`` crossings, with star points in the usual places."""
    return rectangle(size, size, wrap)


def rectangle(columns: int, rows: int, wrap: Wrap = Wrap.NONE) -> Geometry:
    """Return a board with a grid of crossings, with star points in the usual places."""
    return _rectangle(columns, rows, wrap)


@cache
def _rectangle(columns: int, rows: int, wrap: Wrap) -> Geometry:
    cells = tuple((x, y) for y in range(rows) for x in range(columns))
    right, bottom = columns - 1, rows - 1
    stars = tuple(y * columns + x for x, y in _star_positions(columns, rows))
    outline = ((0, 0), (right, 0), (right, bottom), (0, bottom))
    return Geometry(columns, rows, cells, (), outline, Surface.GRID, stars, wrap=wrap)


def _star_positions(columns: int, rows: int) -> Iterable[Position]:
    near, sides = 3, (columns, rows)
    if min(sides) < 9:
        return ()
    right, bottom = columns - 1 - near, rows - 1 - near
    corners = [(near, near), (right, near), (near, bottom), (right, bottom)]
    if any(side % 2 == 0 for side in sides):
        return corners
    middle = columns // 2, rows // 2
    if min(sides) < 19:
        return [*corners, middle]
    return [(x, y) for y in (near, middle[1], bottom) for x in (near, middle[0], right)]


@cache
def octagon(
    size: int, cut: int, holes: frozenset[Position] = frozenset(), surface: Surface = Surface.POCKETS
) -> Geometry:
    """Return an octagonal board, usually of pockets: a square of ``size`` by ``size`` cells with its corners cut off.

    Each corner loses ``cut`` cells along both of its edges. ``holes`` are positions without a cell.
    """

    def inside(x: int, y: int) -> bool:
        from_left, from_top = min(x, size - 1 - x), min(y, size - 1 - y)
        return from_left + from_top >= cut and (x, y) not in holes

    cells = tuple((x, y) for y in range(size) for x in range(size) if inside(x, y))
    edge, far = size - 1, size - 1 - cut
    outline = ((cut, 0), (far, 0), (edge, cut), (edge, far), (far, edge), (cut, edge), (0, far), (0, cut))
    return Geometry(size, size, cells, tuple(sorted(holes)), outline, surface)


def hexagon(side: int, surface: Surface = Surface.GRID) -> Geometry:
    """Return a hexagonal board with ``side`` cells along each of its six edges.

    Its lines have the three HEXAGON_DIRECTIONS. A column, named by a letter, runs from the top left to the bottom
    right.
    """
    return _hexagon(side, surface)


@cache
def _hexagon(side: int, surface: Surface) -> Geometry:
    far, edge = 2 * side - 2, side - 1
    cells = tuple((x, y) for y in range(far + 1) for x in range(far + 1) if edge <= x + y <= far + edge)
    outline = ((edge, 0), (far, 0), (far, edge), (edge, far), (0, far), (0, edge))
    directions, lattice = HEXAGON_DIRECTIONS, Lattice.HEXAGONS
    return Geometry(far + 1, far + 1, cells, (), outline, surface, directions=directions, lattice=lattice)


def from_rows(rows: Sequence[str], wrap: Wrap = Wrap.NONE, surface: Surface = Surface.GRID) -> Geometry:
    """Return a board drawn as text, one text for each row, the top row first.

    A full stop is a cell, ``#`` a hole that is drawn as one, and a space a place without anything. Rows may have
    different lengths. Raises ParseError for another character, for a board that is too large or too small, or for edges
    that cannot be joined.
    """
    return _from_rows(tuple(row.rstrip() for row in rows), wrap, surface)


@cache
def _from_rows(rows: tuple[str, ...], wrap: Wrap, surface: Surface) -> Geometry:
    for number, row in enumerate(rows, start=1):
        wrong = next((letter for letter in row if letter not in _CELL + _HOLE + _NOTHING), None)
        if wrong is not None:
            raise ParseError(
                _(
                    "row {number} of the board has {letter!r}; write . for a cell and # for a hole",
                    number=number,
                    letter=wrong,
                )
            )
    places = [(letter, (x, y)) for y, row in enumerate(rows) for x, letter in enumerate(row)]
    cells = tuple(position for letter, position in places if letter == _CELL)
    holes = tuple(position for letter, position in places if letter == _HOLE)
    columns = max((len(row) for row in rows), default=0)
    outline = ((0, 0), (columns - 1, 0), (columns - 1, len(rows) - 1), (0, len(rows) - 1))
    try:
        return Geometry(columns, len(rows), cells, holes, outline, surface, wrap=wrap)
    except ValueError as error:
        raise ParseError(str(error)) from error


@cache
def with_directions(geometry: Geometry, directions: tuple[Direction, ...]) -> Geometry:
    """Return a board of the same shape with other line directions, for example without the diagonals."""
    return geometry if directions == geometry.directions else replace(geometry, directions=directions)
