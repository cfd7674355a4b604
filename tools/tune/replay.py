"""Self-play games replayed on the board of the kit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from game.engine.search.lines.position import column_and_row, number_of
from game.engine.search.lines.stone_engine import PlacedStone
from game.engine.search.lines.tables import CellClass
from tools.tune.selfplay import SelfPlay
from tools.tune.tuned_game import TunedGame

#: The size of the transposition table of an engine that searches nothing, as a power of two.
_MEMORY_BITS = 1


class Replay:
    """A board on which games are replayed one after the other."""

    def __init__(self, tuned: TunedGame) -> None:
        self.engine = tuned.engine(_MEMORY_BITS)
        self.position, self.tables = self.engine.position, self.engine.tables
        self.cells = self.position["cells"][: self.position["cell_count"]].astype(np.int64)
        """The kit's number of each cell of the game."""
        self._tuned = tuned
        self._stones: list[PlacedStone] = []

    def turns(self, game: SelfPlay) -> Iterator[tuple[int, int]]:
        """For each position of a game, which then stands on the board: the number of stones and the side on turn.

        The last position is the last one that was searched.
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
        return self._tuned.turn(len(self._stones))[0]

    @property
    def left(self) -> int:
        """The stones that are left in the turn."""
        return self._tuned.turn(len(self._stones))[1]

    def place(self, cell: int) -> None:
        """Put a stone of the colour on turn on a cell of the game."""
        self._stones.append((*column_and_row(int(self.cells[cell])), self.side))
        self._show()

    def number_of(self, colour: int, cell_class: CellClass) -> int:
        """The number of cells of a class for a colour."""
        return int(number_of(int(self.position["counts"][colour]), int(cell_class)))

    def take_back(self) -> None:
        """Take the newest stone back."""
        self._stones.pop()
        self._show()

    def _show(self) -> None:
        self.engine.set_stones(self._stones, self._tuned.turn(len(self._stones))[1])
