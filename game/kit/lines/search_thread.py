"""A search thread of games in which stones of two colours are put on a board. A move is a cell's number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.kit.lines import position as board
from game.kit.lines.tables import CELLS, FIRST_COUNTED, CellClass
from game.kit.search.worker import Worker

#: The most cells of a principal variation.
LONGEST_LINE = 40
#: The random amount added to the history of a move, a thirty-second of which counts in the move order.
_SHUFFLE = 2000

#: Column and row from the top left, and colour (0 or 1), of a stone.
Stone = tuple[int, int, int]


class StoneWorker(Worker):
    """A search thread on the position of ``game.kit.lines.position``."""

    def __init__(self, size: int, tables: NDArray[np.void]) -> None:
        super().__init__(board.new_position(size, tables[0]))
        self.tables = tables
        self.left = 1
        """Stones that the side on turn has left this turn."""
        self._stones: list[Stone] = []

    def set_stones(self, stones: Sequence[Stone]) -> None:
        """Put down these stones, oldest first; stones that are already there in this order stay."""
        self.join()
        position, tables = self.position[0], self.tables[0]
        same = 0
        for old, new in zip(self._stones, stones, strict=False):
            if old != new:
                break
            same += 1
        for _ in self._stones[same:]:
            board.take_back(position, tables)
        for x, y, colour in stones[same:]:
            board.place(position, tables, board.cell_at(x, y), colour)
        self._stones = list(stones)

    def forget(self, seed: int) -> None:
        """Clear the histories; the seed's dice fill in small values that vary the move order."""
        self.join()
        dice = np.random.default_rng(abs(seed))
        self.position["history"] = dice.integers(-_SHUFFLE, _SHUFFLE + 1, 4 * CELLS) if seed else 0
        self.position["follow_ups"] = 0
        self.position["killers"] = -1
        self.position["answers"] = -1

    def fade(self) -> None:
        """Reduce the histories of former searches, and clear the killer moves."""
        position = self.position
        position["history"] //= 4
        position["follow_ups"] //= 2
        position["killers"] = -1
        position["excluded"] = -1

    def near_cells(self) -> list[int]:
        """The empty cells near a stone, row by row."""
        position = self.position[0]
        cells = position["cells"][: position["cell_count"]].tolist()
        return [cell for cell in cells if not position["stones"][cell] and position["neighbours"][cell]]

    def fives(self, side: int) -> int:
        """The number of cells on which a colour would win at once."""
        return int(self.position["counts"][0][side]) >> 8 * (CellClass.FIVE - FIRST_COUNTED) & 255
