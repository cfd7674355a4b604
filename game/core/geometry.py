"""The shape of a board: its cells, their names and its straight lines.

A cell is an integer: cells are numbered in reading order, left to right and top to bottom, holes left out.
Positions are ``(x, y)`` pairs, x the column from the left and y the row from the top, both from 0.
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

#: The four directions of a straight line; the opposite of each is reached by negation.
DIRECTIONS: tuple[Direction, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))

LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: The largest board: a column has one letter, and a row a number of two digits at most.
MOST_COLUMNS, MOST_ROWS = len(LETTERS), 99
_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


class Surface(Enum):
    """The ground that stones lie on: the crossings of a wooden grid, or pockets in a pond."""

    GRID = "grid"
    POCKETS = "pockets"


@dataclass(frozen=True, eq=False)
class Geometry:
    """A board of cells; two geometries are the same when they are the same object (see the makers below)."""

    columns: int
    rows: int
    cells: tuple[Position, ...]
    """The position of each cell, by cell number."""
    holes: tuple[Position, ...]
    """Blocked positions inside the outline, to be drawn as such."""
    outline: tuple[tuple[float, float], ...]
    """The corners of the playing surface, clockwise from the top left, in cell units around the outermost centres."""
    surface: Surface
    star_points: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError for a board that has no names for its cells, or none to play on."""
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
        """The cell at column x from the left and row y from the top, or None where there is none."""
        return self._cell_at.get((x, y))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: column letter from the left (i included), row number from 1 at the bottom."""
        return tuple(f"{LETTERS[x]}{self.rows - y}" for x, y in self.cells)

    @cached_property
    def _cell_named(self) -> dict[str, int]:
        return {name: cell for cell, name in enumerate(self.names)}

    def cell(self, name: str) -> int:
        """The cell of that name, in either case; raises ParseError for a malformed name or one off the board."""
        text = name.strip().lower()
        found = self._cell_named.get(text)
        if found is not None:
            return found
        if _NAME.fullmatch(text):
            raise ParseError(
                _(
                    "there is no cell {name!r} on this board of {columns}x{rows}",
                    name=name.strip(),
                    columns=self.columns,
                    rows=self.rows,
                )
            )
        raise ParseError(
            _("{name!r} is not the name of a cell (a letter and a row number, as in h8)", name=name.strip())
        )

    def _lines(self, way: Direction) -> Iterator[tuple[int, ...]]:
        """The longest straight runs of cells in a direction, each in that direction's order."""
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
        """The cells beyond ``cell`` in one of the eight directions, nearest first, up to an edge or a hole."""
        return self._rays[way][cell]

    @cache  # noqa: B019 - a geometry lives as long as the program
    def windows(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Every straight run of ``length`` adjacent cells, in all four directions."""
        runs = []
        for way in DIRECTIONS:
            for cell in range(len(self)):
                beyond = self.ray(cell, way)
                if len(beyond) >= length - 1:
                    runs.append((cell, *beyond[: length - 1]))
        return tuple(runs)

    @cache  # noqa: B019 - a geometry lives as long as the program
    def windows_through(self, length: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell the windows of that length that contain it."""
        through: list[list[tuple[int, ...]]] = [[] for _ in self.cells]
        for window in self.windows(length):
            for cell in window:
                through[cell].append(window)
        return tuple(tuple(windows) for windows in through)

    @cached_property
    def row_cells(self) -> tuple[tuple[int, ...], ...]:
        """For each row from the top its cells, left to right, across holes."""
        return tuple(tuple(c for c, (_, cy) in enumerate(self.cells) if cy == y) for y in range(self.rows))

    @cached_property
    def column_cells(self) -> tuple[tuple[int, ...], ...]:
        """For each column from the left its cells, top to bottom, across holes."""
        return tuple(tuple(c for c, (cx, _) in enumerate(self.cells) if cx == x) for x in range(self.columns))


@cache
def square(size: int) -> Geometry:
    """A square grid of ``size`` x ``size`` crossings with star points where a wooden board has them."""
    cells = tuple((x, y) for y in range(size) for x in range(size))
    edge = size - 1
    stars = tuple(y * size + x for x, y in _star_positions(size))
    return Geometry(size, size, cells, (), ((0, 0), (edge, 0), (edge, edge), (0, edge)), Surface.GRID, stars)


def _star_positions(size: int) -> Iterable[Position]:
    if size < 9:
        return ()
    near = 3
    far = size - 1 - near
    corners = [(near, near), (far, near), (near, far), (far, far)]
    if size % 2 == 0:
        return corners
    middle = size // 2
    if size < 19:
        return [*corners, (middle, middle)]
    lines = (near, middle, far)
    return [(x, y) for y in lines for x in lines]


@cache
def octagon(size: int, cut: int, holes: frozenset[Position] = frozenset()) -> Geometry:
    """Pockets in an octagon: a square whose corners lose ``cut`` cells along each edge, less the holes."""

    def inside(x: int, y: int) -> bool:
        from_left, from_top = min(x, size - 1 - x), min(y, size - 1 - y)
        return from_left + from_top >= cut and (x, y) not in holes

    cells = tuple((x, y) for y in range(size) for x in range(size) if inside(x, y))
    edge, far = size - 1, size - 1 - cut
    outline = ((cut, 0), (far, 0), (edge, cut), (edge, far), (far, edge), (cut, edge), (0, far), (0, cut))
    return Geometry(size, size, cells, tuple(sorted(holes)), outline, Surface.POCKETS)
