"""Games of the engine against itself, played again on the board of the kit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from game.cli.tune.selfplay import SelfPlay
from game.cli.tune.table import Table
from game.kit import position as board
from game.kit.evaluation import number_of
from game.kit.tables import CellClass, build


class Replay:
    """A board on which one game after the other is played again."""

    def __init__(self, table: Table) -> None:
        self.tables = build(table.rules)[0]
        self.position = board.new_position(table.size, self.tables)[0]
        self.cells = self.position["cells"][: self.position["cell_count"]].astype(np.int64)
        """The kit's number of each cell of the game."""

    def turns(self, game: SelfPlay) -> Iterator[tuple[int, int]]:
        """How many stones there are and whose turn it is, for each position of a game, which then stands on the board.

        The last one is the last that a search was asked about. The board is empty again when there are no more.
        """
        for after in range(game.opening + len(game.scores)):
            yield after, after & 1
            if after < len(game.cells):
                self.place(game.cells[after], after & 1)
        for _ in game.cells:
            self.take_back()

    def place(self, cell: int, side: int) -> None:
        """Puts a stone of a colour on a cell of the game."""
        board.place(self.position, self.tables, self.cells[cell], side)

    def number_of(self, colour: int, cell_class: CellClass) -> int:
        """How many cells are of a class for a colour."""
        return int(number_of(int(self.position["counts"][colour]), int(cell_class)))

    def take_back(self) -> None:
        """Takes the newest stone back."""
        board.take_back(self.position, self.tables)
