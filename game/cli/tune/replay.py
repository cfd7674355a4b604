"""Games of the engine against itself, played again on the board of the kit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from game.cli.tune.selfplay import SelfPlay
from game.cli.tune.table import Table
from game.kit.lines.evaluation import number_of
from game.kit.lines.position import column_and_row
from game.kit.lines.search_thread import Stone
from game.kit.lines.tables import CellClass

#: What an engine remembers that searches nothing, as a power of two.
_MEMORY_BITS = 1


class Replay:
    """A board on which one game after the other is played again."""

    def __init__(self, table: Table) -> None:
        self.engine = table.engine(_MEMORY_BITS)
        self.position, self.tables = self.engine.position, self.engine.tables
        self.cells = self.position["cells"][: self.position["cell_count"]].astype(np.int64)
        """The kit's number of each cell of the game."""
        self._table = table
        self._stones: list[Stone] = []

    def turns(self, game: SelfPlay) -> Iterator[tuple[int, int]]:
        """How many stones there are and whose turn it is, for each position of a game, which then stands on the board.

        The last one is the last that a search was asked about.
        """
        self._stones = []
        self._show()
        for after in range(game.opening + len(game.scores)):
            yield after, self.side
            if after < len(game.cells):
                self.place(game.cells[after])

    @property
    def side(self) -> int:
        """The colour on turn."""
        return self._table.turn(len(self._stones))[0]

    def place(self, cell: int) -> None:
        """Puts a stone of the colour on turn on a cell of the game."""
        self._stones.append((*column_and_row(int(self.cells[cell])), self.side))
        self._show()

    def number_of(self, colour: int, cell_class: CellClass) -> int:
        """How many cells are of a class for a colour."""
        return int(number_of(int(self.position["counts"][colour]), int(cell_class)))

    def take_back(self) -> None:
        """Takes the newest stone back."""
        self._stones.pop()
        self._show()

    def _show(self) -> None:
        self.engine.set_stones(self._stones, self._table.turn(len(self._stones))[1])
