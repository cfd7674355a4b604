"""The engine of games in which two colours place stones on a square board, one or more a turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from game.core.ruleset import WinMeans
from game.engine.search.compiled import Record
from game.engine.search.lines import position as board
from game.engine.search.lines.net.net import Net, install, net_for
from game.engine.search.lines.order_points import OrderPoints
from game.engine.search.lines.rules import Rules
from game.engine.search.lines.settings import FULL, SearchSettings
from game.engine.search.lines.tables import CELLS, FIRST_COUNTED, ROW, CellClass, build
from game.engine.search.search_engine import MEMORY_BITS, SearchEngine
from game.engine.search.search_thread import SearchThread

#: Most cells of a principal variation.
LONGEST_LINE = 40
#: Largest random change of a move's history, one thirty-second of which counts in the move order.
_SHUFFLE = 2000

#: Column and row from the top left, and colour (0 or 1), of a stone.
PlacedStone = tuple[int, int, int]
#: Column and row from the top left.
ColumnRow = tuple[int, int]


class StoneSearchThread(SearchThread):
    """A search thread of games in which two colours place stones on a square board."""

    def __init__(self, size: int, tables: NDArray[np.void]) -> None:
        super().__init__(board.new_position(size, tables[0]))
        self.tables = tables
        self.left = 1
        """Stones left in the turn of the side to move."""
        self._stones: list[PlacedStone] = []

    def set_stones(self, stones: Sequence[PlacedStone]) -> None:
        """Set up these stones, oldest first, taking back only stones on the board that differ."""
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
        """Clear the histories; a seed other than 0 fills in small random values that vary the move order."""
        self.join()
        dice = np.random.default_rng(abs(seed))
        self.position["history"] = dice.integers(-_SHUFFLE, _SHUFFLE + 1, 4 * CELLS) if seed else 0
        self.position["follow_ups"] = 0
        self.position["killers"] = -1
        self.position["answers"] = -1

    def fade(self) -> None:
        """Reduce the histories of earlier searches, and clear the values of a single search."""
        position = self.position
        position["history"] //= 4
        position["follow_ups"] //= 2
        position["killers"] = -1
        position["excluded"] = -1
        # Moves that are scored one by one begin a ply deeper, and read the value at the root.
        position["values"] = 0

    def near_cells(self) -> list[int]:
        """Return the empty cells near a stone, row by row."""
        position = self.position[0]
        cells = position["cells"][: position["cell_count"]].tolist()
        near = (position["near"] & position["empty"]).tolist()
        return [cell for cell in cells if near[cell // ROW] >> cell % ROW & 1]

    def fives(self, side: int) -> int:
        """Return the number of cells where a colour wins with its next stone."""
        return int(self.position["counts"][0][side]) >> 8 * (CellClass.FIVE - FIRST_COUNTED) & 255


#: The type of a search thread of the game.
Thread = TypeVar("Thread", bound=StoneSearchThread)


class StoneEngine(SearchEngine[Thread, ColumnRow]):
    """A search engine whose moves are points, given as column and row from the top left."""

    proof_entries: ClassVar[int]
    """Number of entries of the proof table."""

    def __init__(
        self,
        rules: Rules,
        size: int,
        memory_bits: int = MEMORY_BITS,
        order: OrderPoints | None = None,
        settings: SearchSettings = FULL,
        net: Net | None = None,
    ) -> None:
        """Create an engine with an empty board.

        ``size`` is the number of columns and rows, and ``memory_bits`` gives the entries of the transposition table as
        a power of two. ``order`` and ``net`` replace the move order and the net that are part of the program for these
        rules.
        """
        self.size = size
        self._tables = build(rules, order, settings)
        install(net or net_for(rules), self.tables["net"])
        self._stones: tuple[PlacedStone, ...] = ()
        self._left = 1
        super().__init__(self._another(), memory_bits, self.proof_entries)

    @abstractmethod
    def is_urgent(self, side: int) -> bool:
        """Return True if either side has a win in its next turn that must be stopped."""

    @abstractmethod
    def is_quiet(self, side: int) -> bool:
        """Return True if nothing is decided by force, so that a static evaluation of the position makes sense."""

    @abstractmethod
    def forced_win(self, side: int, seconds: float) -> tuple[WinMeans, tuple[ColumnRow, ...]] | None:
        """Search for a forced win of the side to move; return its kind and its first turn's stones, or None.

        ``seconds`` are processor time, so that the result does not depend on the load of the machine.
        """

    @property
    def tables(self) -> Record:
        """Record of the lookup tables of the search."""
        return self._tables[0]

    def set_stones(self, stones: Sequence[PlacedStone], left: int = 1) -> None:
        """Place stones, each as column, row and colour (0 or 1), oldest first; ``left`` stones remain in the turn."""
        self._stones, self._left = tuple(stones), left
        self._prepare(self._search_threads[0])

    def seek_wins(self, does: bool) -> None:
        """Switch the search for forced wins by continuous fours or threats on or off; it is on at first."""
        self._search_threads[0].position["seeks_wins"] = does

    def _prepare(self, helper: Thread) -> None:
        helper.set_stones(self._stones)
        helper.left = self._left
        helper.position["seeks_wins"] = self._search_threads[0].position["seeks_wins"]

    def _told(self, move: int) -> ColumnRow:
        return board.column_and_row(move)
