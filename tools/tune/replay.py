"""Replays of self-play games on a board of the engine, in order to extract training samples."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from game.engine.search.lines.position import column_and_row, number_of
from game.engine.search.lines.stone_engine import PlacedStone
from game.engine.search.lines.tables import CellClass
from tools.tune.selfplay import SelfPlay
from tools.tune.tuned_game import TunedGame

#: The size of the transposition table, as a power of two: as small as possible, as nothing is searched.
_MEMORY_BITS = 1


class Replay:
    """A board of the engine on which one game after the other is replayed."""

    def __init__(self, tuned: TunedGame) -> None:
        self.engine = tuned.engine(_MEMORY_BITS)
        self.position, self.tables = self.engine.position, self.engine.tables
        self.cells = self.position["cells"][: self.position["cell_count"]].astype(np.int64)
        """The engine's index of each cell, by the index of the cell in the game's rules."""
        self._tuned = tuned
        self._stones: list[PlacedStone] = []

    def turns(self, game: SelfPlay) -> Iterator[tuple[int, int]]:
        """Set up each position of a game in turn; yield the number of stones on the board and the side to move.

        The last position is the last one that was searched when the game was played.
        """
        self._stones = []
        self._show()
        for after in range(game.opening + len(game.scores)):
            yield after, self.side
            if after < len(game.cells):
                self.place(game.cells[after])

    @property
    def side(self) -> int:
        """The side to move: 0 for the first colour, 1 for the second."""
        return self._tuned.turn(len(self._stones))[0]

    @property
    def left(self) -> int:
        """The number of stones that the side to move may still place in this turn."""
        return self._tuned.turn(len(self._stones))[1]

    def place(self, cell: int) -> None:
        """Place a stone of the side to move; ``cell`` is an index of the game's rules, not the engine's."""
        self._stones.append((*column_and_row(int(self.cells[cell])), self.side))
        self._show()

    def number_of(self, colour: int, cell_class: CellClass) -> int:
        """Return the number of cells on which a stone of this colour would be in this class, such as making a four."""
        return int(number_of(int(self.position["counts"][colour]), int(cell_class)))

    def take_back(self) -> None:
        """Take back the last stone."""
        self._stones.pop()
        self._show()

    def _show(self) -> None:
        self.engine.set_stones(self._stones, self._tuned.turn(len(self._stones))[1])
