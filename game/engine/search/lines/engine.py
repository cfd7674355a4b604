"""The search engine of n-in-a-row games with one stone a turn, for one board size and the rules of both colours."""

from __future__ import annotations

import time

import numpy as np

from game.core.ruleset import WinMeans
from game.engine.search.lines import position as board
from game.engine.search.lines.pv import principal_variation
from game.engine.search.lines.refutation import refute
from game.engine.search.lines.search import first_guess, search
from game.engine.search.lines.settings import PLY
from game.engine.search.lines.stone_engine import LONGEST_LINE, ColumnRow, StoneEngine, StoneSearchThread
from game.engine.search.lines.tables import CELLS, CellClass
from game.engine.search.lines.vcf import is_forbidden, may_place, win_by_fours
from game.engine.search.lines.vct import PROOF_ENTRIES, win_by_threes
from game.engine.search.task import WIN, WON, Task

#: Budget of the VCF search in a quiet position: nodes, and the most fours in a row.
_QUIET_NODES, _QUIET_FOURS = 16, 10
#: Budgets of a search for a forced win: nodes and the most fours in a row of a VCF, and the nodes of a VCT between two
#: checks of the time.
_FOUR_NODES, _FOURS, _THREE_NODES = 20_000, 40, 2_000


class LineSearchThread(StoneSearchThread):
    """A search thread of n-in-a-row games with one stone a turn."""

    def depths(self, task: Task) -> range:
        """Return the depths to search, only the first one if a single stone stops the opponent's five."""
        return range(1, 2) if task.best == 1 and self._is_forced(task.side) else task.depths

    def _is_forced(self, side: int) -> bool:
        """Return True if the opponent threatens a five and exactly one stone stops it."""
        has_one = self.fives(1 - side) == 1
        if not has_one or not self.tables["open_ends"][0]:
            return has_one
        # If a row with both ends blocked does not win, a stone beyond its ends may also stop it.
        return sum(self._stops_fives(cell, side) for cell in self.near_cells()) == 1

    def _stops_fives(self, cell: int, side: int) -> bool:
        position, tables = self.position[0], self.tables[0]
        if not may_place(position, tables, cell, side):
            return False
        board.place(position, tables, cell, side)
        stops = self.fives(1 - side) == 0
        board.take_back(position, tables)
        return stops

    def guess(self, task: Task) -> int:
        """Return a move without searching: one that makes or stops a five, or the first in move order.

        Returns -1 if there is none.
        """
        return int(first_guess(self.position[0], self.tables[0], task.side))

    def candidates(self, task: Task) -> list[int]:
        """Return the legal empty cells near a stone, with the move of ``guess`` first."""
        position, tables, guess = self.position[0], self.tables[0], self.guess(task)
        banned, near = task.side == 0 and tables["banned"], self.near_cells()
        allowed = [cell for cell in near if cell != guess and not (banned and is_forbidden(position, tables, cell))]
        return ([guess] if guess >= 0 else []) + allowed

    def search(self, task: Task, alpha: int, beta: int, depth: int) -> int:
        """Search the position and return its score for the side to move; invalid if stopped early.

        The best move is stored in the field ``best`` of the position.
        """
        return self._search(task, alpha, beta, depth, ply=0)

    def score_of(self, task: Task, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of placing a stone, for the side to move; exact between ``alpha`` and ``beta``."""
        position, tables, side = self.position[0], self.tables[0], task.side
        if position["classes"][side * CELLS + move] == CellClass.FIVE:
            return WIN - 1
        board.place(position, tables, move, side)
        score = -self._search(task, -beta, -alpha, depth - 1, ply=1)
        board.take_back(position, tables)
        return score

    def _search(self, task: Task, alpha: int, beta: int, depth: int, ply: int) -> int:
        position, tables, side = self.position[0], self.tables[0], task.side ^ ply
        return int(search(position, tables, task.memory, task.proofs, alpha, beta, PLY * depth, ply, side, 0))

    def refutes(self, task: Task, move: int, nodes: int) -> bool:
        """Return True if the opponent wins by continuous fours or threats after a stone."""
        position, tables = self.position[0], self.tables[0]
        return refute(position, tables, task.memory, task.proofs, task.side, move, nodes) != 0

    def line_from(self, task: Task, move: int, score: int) -> tuple[int, ...]:
        """Return the principal variation that begins with a stone, as cells."""
        line = np.empty(LONGEST_LINE, np.int64)
        position, tables = self.position[0], self.tables[0]
        is_decided, memory, proofs = abs(score) > WON, task.memory, task.proofs
        plies = principal_variation(position, tables, memory, proofs, task.side, move, is_decided, line)
        return tuple(line[:plies].tolist())


class Engine(StoneEngine[LineSearchThread]):
    """A search engine for one board size and the rules of both colours, with its transposition table."""

    proof_entries = PROOF_ENTRIES

    def may_place(self, x: int, y: int, side: int) -> bool:
        """Return True if a colour may place a stone on the empty cell at column x and row y."""
        if side == 1 or not self.tables["banned"]:
            return True
        self._search_threads[0].join()
        return not is_forbidden(self.position, self.tables, board.cell_at(x, y))

    def fives(self, side: int) -> int:
        """Return the number of cells where a colour wins with its next stone."""
        return self._search_threads[0].fives(side)

    def is_urgent(self, side: int) -> bool:
        """Return True if either side can make a five with its next stone."""
        return self.fives(side) > 0 or self.fives(1 - side) > 0

    def is_quiet(self, side: int) -> bool:
        """Return True if neither side can make a five next, and the side to move has no short win by fours (VCF)."""
        position = self.position
        if self.is_urgent(side):
            return False
        position["four_nodes"], position["four_limit"] = 0, _QUIET_NODES
        has_nothing = int(position["counts"][side]) == 0
        return has_nothing or win_by_fours(position, self.tables, self._proofs, side, 0, _QUIET_FOURS) == 0

    def forced_win(self, side: int, seconds: float) -> tuple[WinMeans, tuple[ColumnRow, ...]] | None:
        """Search for a win by fours, or by fours and threes, and return it with its first stone; None if none is found.

        ``seconds`` are processor time. The stones are empty if the first one is unknown.
        """
        deadline = time.thread_time() + seconds
        self._search_threads[0].join()
        position, tables, proofs = self.position, self.tables, self._proofs
        position["stop"] = position["four_nodes"] = 0
        position["four_limit"] = _FOUR_NODES
        if win_by_fours(position, tables, proofs, side, 0, _FOURS) > 0:
            return WinMeans.FOURS, (self._told(int(position["four_move"])),)
        while time.thread_time() < deadline:
            before = int(position["four_nodes"])
            if win_by_threes(position, tables, proofs, side, 0, _THREE_NODES):
                cell = int(position["four_move"])
                return WinMeans.THREES, (self._told(cell),) if cell >= 0 else ()
            if position["four_nodes"] - before < _THREE_NODES:
                # The nodes are not used up, so there is no such win.
                return None
        return None

    def _another(self) -> LineSearchThread:
        return LineSearchThread(self.size, self._tables)
