"""Board geometry: the cells of a board, their names, and the straight lines through them.

A cell is an integer. Cells are numbered from 0 in reading order, left to right and top to bottom, skipping holes. A
position is a pair ``(x, y)``: the column counted from the left and the row counted from the top, both from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from itertools import count, takewhile

from game.core.errors import ParseError
from game.core.language import _

Position = tuple[int, int]
Direction = tuple[int, int]

#: Steps ``(dx, dy)`` of the four line directions: horizontal, vertical, and both diagonals. Negate one for the opposite
#: direction.
DIRECTIONS: tuple[Direction, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))

LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: The size of the largest board: a column is named by one letter, a row by a number of at most two digits.
MOST_COLUMNS, MOST_ROWS = len(LETTERS), 99
_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


class Surface(Enum):
    """The look of a board: a wooden grid with stones on its crossings, or a pond with pockets for stones."""

    GRID = "grid"
    POCKETS = "pockets"


@dataclass(frozen=True, eq=False)
class Geometry:
    """The geometry of a board: the positions of its cells, its outline and its holes.

    Compared by identity: call ``square`` or ``octagon``, which return the same object for the same arguments.

    ``columns`` and ``rows`` are the size of the enclosing rectangle. ``star_points`` are the cells that the board marks
    with a dot.
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

    def __post_init__(self) -> None:
        """Check the size of the board and the positions of its cells.

        Raises ValueError if there are too many or too few columns or rows, or if the cells are not different positions
        inside the rectangle.
        """
        if not (2 <= self.columns <= MOST_COLUMNS and 2 <= self.rows <= MOST_ROWS):
            raise ValueError(
                f"a board has 2 to {MOST_COLUMNS} columns and 2 to {MOST_ROWS} rows, not {self.columns} and {self.rows}"
            )
        if len(set(self.cells)) != len(self.cells) or not all(map(self._is_inside, self.cells)):
            raise ValueError("the cells of a board are different positions within its columns and rows")

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

    def _lines(self, way: Direction) -> Iterator[tuple[int, ...]]:
        """Yield all straight lines of cells in one direction, each as long as the board and its holes allow."""
        for start in self.cells:
            if (start[0] - way[0], start[1] - way[1]) not in self._cell_at:
                positions = ((start[0] + step * way[0], start[1] + step * way[1]) for step in count())
                yield tuple(self._cell_at[at] for at in takewhile(self._cell_at.__contains__, positions))

    @cached_property
    def _rays(self) -> dict[Direction, list[tuple[int, ...]]]:
        rays: dict[Direction, list[tuple[int, ...]]] = {}
        for way in DIRECTIONS:
            onwards: list[tuple[int, ...]] = [()] * len(self)
            back: list[tuple[int, ...]] = [()] * len(self)
            for line in self._lines(way):
                backwards = line[::-1]
                for place, cell in enumerate(line):
                    onwards[cell], back[cell] = line[place + 1 :], backwards[len(line) - place :]
            rays[way], rays[(-way[0], -way[1])] = onwards, back
        return rays

    def ray(self, cell: int, way: Direction) -> tuple[int, ...]:
        """Return the cells beyond ``cell`` in one of the eight directions, nearest first, up to an edge or a hole."""
        return self._rays[way][cell]

    @cache  # noqa: B019 - a geometry lives as long as the program
    def windows(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return every straight row of ``length`` adjacent cells on the board, in all four directions."""
        runs = []
        for way in DIRECTIONS:
            for cell in range(len(self)):
                beyond = self.ray(cell, way)
                if len(beyond) >= length - 1:
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


def square(size: int) -> Geometry:
    """Return a board with a grid of ``size`` by ``size`` crossings, with star points in the usual places."""
    return rectangle(size, size)


@cache
def rectangle(columns: int, rows: int) -> Geometry:
    """Return a board with a grid of crossings, with star points in the usual places."""
    cells = tuple((x, y) for y in range(rows) for x in range(columns))
    right, bottom = columns - 1, rows - 1
    stars = tuple(y * columns + x for x, y in _star_positions(columns, rows))
    outline = ((0, 0), (right, 0), (right, bottom), (0, bottom))
    return Geometry(columns, rows, cells, (), outline, Surface.GRID, stars)


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
def octagon(size: int, cut: int, holes: frozenset[Position] = frozenset()) -> Geometry:
    """Return an octagonal board of pockets: a square of ``size`` by ``size`` cells with its corners cut off.

    Each corner loses ``cut`` cells along both of its edges. ``holes`` are positions without a cell.
    """

    def inside(x: int, y: int) -> bool:
        from_left, from_top = min(x, size - 1 - x), min(y, size - 1 - y)
        return from_left + from_top >= cut and (x, y) not in holes

    cells = tuple((x, y) for y in range(size) for x in range(size) if inside(x, y))
    edge, far = size - 1, size - 1 - cut
    outline = ((cut, 0), (far, 0), (edge, cut), (edge, far), (far, edge), (cut, edge), (0, far), (0, cut))
    return Geometry(size, size, cells, tuple(sorted(holes)), outline, Surface.POCKETS)
