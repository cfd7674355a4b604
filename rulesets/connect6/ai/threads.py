"""The search threads and the engine of Connect6."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from game.core.ruleset import WinMeans
from game.engine.search.lines import position as board
from game.engine.search.lines.settings import PLY
from game.engine.search.lines.stone_engine import LONGEST_LINE, ColumnRow, StoneEngine, StoneSearchThread
from game.engine.search.lines.tables import CELLS, CellClass
from game.engine.search.task import WIN, WON, Task

from .refutation import refute
from .search import first_stone, principal_variation, search
from .threats import PROOF_BITS, threatens, win_by_threats

#: Nodes of the first search for a win by double threats, and the most turns of such a win.
_FIRST_NODES, _TURNS = 2_000, 12


class Connect6SearchThread(StoneSearchThread):
    """A search thread of Connect6. A turn has two stones, and a move of the search is one of them."""

    def guess(self, task: Task) -> int:
        """Return a stone without a search: one that wins or stops a threat, or the first in move order.

        Returns -1 if there is none.
        """
        return int(first_stone(self.position[0], self.tables[0], task.side, self.left))

    def candidates(self, task: Task) -> list[int]:
        """Return the empty cells near a stone. The cell that ``guess`` returns comes first."""
        guess = self.guess(task)
        return ([guess] if guess >= 0 else []) + [cell for cell in self.near_cells() if cell != guess]

    def search(self, task: Task, alpha: int, beta: int, depth: int) -> int:
        """Return the score for the side to move, invalid if the search was stopped.

        The best stone is stored in the field ``best`` of the position.
        """
        position, tables = self.position[0], self.tables[0]
        return int(
            search(position, tables, task.memory, task.proofs, alpha, beta, PLY * depth, 0, task.side, self.left)
        )

    def score_of(self, task: Task, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of placing a stone, for the side to move, exact between ``alpha`` and ``beta``."""
        position, tables, side = self.position[0], self.tables[0], task.side
        if position["classes"][side * CELLS + move] == CellClass.FIVE:
            return WIN - 1
        board.place(position, tables, move, side)
        memory, proofs, deep = task.memory, task.proofs, PLY * (depth - 1)
        if self.left > 1:
            score = int(search(position, tables, memory, proofs, alpha, beta, deep, 1, side, self.left - 1))
        else:
            score = -int(search(position, tables, memory, proofs, -beta, -alpha, deep, 1, 1 - side, 2))
        board.take_back(position, tables)
        return score

    def refutes(self, task: Task, move: int, nodes: int) -> bool:
        """Return True if the opponent wins by double threats after a turn that begins with this stone.

        The second stone is the one that the search expects.
        """
        position, tables, left = self.position[0], self.tables[0], self.left
        return refute(position, tables, task.memory, task.proofs, task.side, move, left, nodes) != 0

    def line_from(self, task: Task, move: int, score: int) -> tuple[int, ...]:
        """Return the principal variation that begins with a stone, as cells."""
        line = np.empty(LONGEST_LINE, np.int64)
        position, tables, is_decided = self.position[0], self.tables[0], abs(score) > WON
        stones = principal_variation(
            position, tables, task.memory, task.proofs, task.side, self.left, move, is_decided, line
        )
        return tuple(line[:stones].tolist())


class Connect6Engine(StoneEngine[Connect6SearchThread]):
    """The search engine of Connect6 for one board size."""

    proof_entries = 1 << PROOF_BITS

    def is_urgent(self, side: int) -> bool:
        """Return True if either side can win within one turn."""
        return bool(threatens(self.position, 0) or threatens(self.position, 1))

    def is_quiet(self, side: int) -> bool:
        """Return True if neither side can win within one turn."""
        return not self.is_urgent(side)

    def forced_win(self, side: int, seconds: float) -> tuple[WinMeans, tuple[ColumnRow, ...]] | None:
        """Search for a win by double threats.

        Return it with the stones of its first turn, or None if none is found. ``seconds`` are processor time.
        """
        deadline = time.thread_time() + seconds
        self._search_threads[0].join()
        budget, left = _FIRST_NODES, self._left
        while not self._wins_by_threats(side, left, budget):
            if self.position["four_nodes"] <= budget or time.thread_time() >= deadline:
                return None
            budget *= 2
        return WinMeans.THREATS, tuple(self._first_turn(side, left, budget))

    def _wins_by_threats(self, side: int, stones: int, budget: int) -> bool:
        position = self.position
        position["stop"] = position["four_nodes"] = 0
        position["four_limit"] = budget
        return bool(win_by_threats(position, self.tables, self._proofs, side, 0, stones, _TURNS))

    def _first_turn(self, side: int, stones: int, budget: int) -> Iterator[ColumnRow]:
        """Yield the stones of the first turn of the win that was found last."""
        cell = int(self.position["four_move"])
        yield self._told(cell)
        if stones > 1:
            board.place(self.position, self.tables, cell, side)
            if self._wins_by_threats(side, stones - 1, budget):
                yield self._told(int(self.position["four_move"]))
            board.take_back(self.position, self.tables)

    def _another(self) -> Connect6SearchThread:
        return Connect6SearchThread(self.size, self._tables)
