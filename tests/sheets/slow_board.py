"""The board of a rule sheet in the plainest form: a set of cells, and steps from cell to cell.

It follows docs/rule-sheets.md alone and shares no code with the program, whose boards are checked against it.
Columns (x) are counted from the left and rows (y) from the top, both from 0. A hexagon lies in a skewed square, as in
``hexagon`` of game/core/geometry.py: the cells from which three of its corners are cut off.
"""

from collections.abc import Iterator, Mapping, Set
from itertools import takewhile
from string import ascii_lowercase
from typing import Any

Cell = tuple[int, int]
Step = tuple[int, int]

STRAIGHT: tuple[Step, ...] = ((1, 0), (0, 1))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1))
HEXAGONAL: tuple[Step, ...] = ((1, 0), (0, 1), (1, -1))


class SlowBoard:
    """The cells of a board, and what lies beside what."""

    def __init__(self, table: Mapping[str, Any], directions: str):
        """Read the table ``board`` of a sheet; ``directions`` is its ``line.directions``."""
        shape = table.get("shape", "square")
        wrap = table.get("wrap", "none")
        self.wraps_sideways = wrap in ("columns", "torus")
        self.wraps_up_and_down = wrap in ("rows", "torus")
        self.drawing: list[str] = table.get("drawing", [])
        self.columns, self.rows = self._size(shape, table)
        everywhere = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        self.cells = frozenset(cell for cell in everywhere if self._is_cell(shape, table, cell))
        diagonals = {"all": STRAIGHT + DIAGONAL, "straight": STRAIGHT, "diagonal": DIAGONAL}
        self.directions: tuple[Step, ...] = HEXAGONAL if shape == "hexagon" else diagonals[directions]

    def _size(self, shape: str, table: Mapping[str, Any]) -> tuple[int, int]:
        if shape == "hexagon":
            size = 2 * table.get("side", 6) - 1
            return size, size
        if shape == "rows":
            return max(len(row) for row in self.drawing), len(self.drawing)
        columns = table.get("columns", 15)
        return columns, table.get("rows", columns)

    def _is_cell(self, shape: str, table: Mapping[str, Any], cell: Cell) -> bool:
        x, y = cell
        if shape == "hexagon":
            edge = self.columns // 2
            return edge <= x + y <= 3 * edge
        if shape == "octagon":
            from_left_or_right = min(x, self.columns - 1 - x)
            from_top_or_bottom = min(y, self.rows - 1 - y)
            return from_left_or_right + from_top_or_bottom >= int(table.get("cut", 4))
        return shape != "rows" or self.drawing[y][x : x + 1] == "."

    def beside(self, cell: Cell, step: Step) -> Cell | None:
        """Return the cell one step away, or None for an edge or a hole."""
        x, y = cell[0] + step[0], cell[1] + step[1]
        if self.wraps_sideways:
            x %= self.columns
        if self.wraps_up_and_down:
            y %= self.rows
        return (x, y) if (x, y) in self.cells else None

    def walk(self, cell: Cell, step: Step) -> Iterator[Cell]:
        """Yield the cells from ``cell`` on, without it, up to an edge, a hole, or ``cell`` again."""
        here = self.beside(cell, step)
        while here is not None and here != cell:
            yield here
            here = self.beside(here, step)

    def run(self, stones: Set[Cell], cell: Cell, step: Step) -> list[Cell]:
        """Return the longest unbroken row of ``stones`` through ``cell``, one of them, in order."""
        ahead = list(takewhile(stones.__contains__, self.walk(cell, step)))
        behind = list(takewhile(stones.__contains__, self.walk(cell, (-step[0], -step[1]))))
        row = [*reversed(behind), cell, *ahead]
        return [cell, *ahead] if len(set(row)) < len(row) else row

    def ends(self, row: list[Cell], step: Step) -> tuple[Cell | None, Cell | None]:
        """Return the cells that touch the two ends of a row; None for an edge or a hole.

        The ends of a row that goes all around the board touch each other.
        """
        return self.beside(row[0], (-step[0], -step[1])), self.beside(row[-1], step)

    def middle(self) -> set[Cell]:
        """Return the cells nearest to the centre of the square around the board."""

        def distance(cell: Cell) -> int:
            return (2 * cell[0] - self.columns + 1) ** 2 + (2 * cell[1] - self.rows + 1) ** 2

        nearest = min(map(distance, self.cells))
        return {cell for cell in self.cells if distance(cell) == nearest}

    def name(self, cell: Cell) -> str:
        """Return the name of a cell: letter of the column, number of the row from the bottom."""
        return f"{ascii_lowercase[cell[0]]}{self.rows - cell[1]}"
