"""The search threads of Threestones.

A move is the number of a cell times four plus a kind of stone, from 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.core.model import EMPTY
from game.engine.search.search_engine import MEMORY_BITS, SearchEngine
from game.engine.search.search_thread import SearchThread
from game.engine.search.task import Task

from ..pond import TEAMS, PondState
from ..promises import stage_of
from . import position as pond
from .moves import list_moves
from .search import SHARE, principal_variation, search
from .tables import KINDS, NOWHERE, POCKETS, build

#: Pocket and letter of a stone.
Placement = tuple[int, str]

#: Most moves of a principal variation.
_LONGEST_LINE = 20
#: Largest random change of a move's history, one thirty-second of which counts in the move order.
_SHUFFLE = 200
#: Number of stones left from which on the game is solved to its end, and the plies of the search before that: the
#: depths in between cost more time than their move order saves.
_PLAYED_OUT, _LOOK_AHEAD = 14, 9
#: Number of stones after the root for which a search evaluates.
_AHEAD = 8
#: A window that contains every score.
_WIDEST = 25_000


class PondSearchThread(SearchThread):
    """A search thread of Threestones."""

    def __init__(self) -> None:
        super().__init__(pond.empty_position())
        self.tables = build()

    def set_state(self, state: PondState) -> None:
        """Set up the position of a state: stones, hands and points."""
        self.join()
        fresh, tables = pond.empty_position(), self.tables[0]
        for cell, stone in enumerate(state.board):
            if stone != EMPTY:
                pond.place(fresh[0], tables, cell, 1 + KINDS.index(stone), 0)
        fresh["hands"] = [count for team in TEAMS for count in (0, *(state.hands[team][kind] for kind in KINDS))]
        fresh["last"] = state.last[-1] if state.last else NOWHERE
        fresh["history"] = self.position["history"]
        ducks, penguins = (state.scores[team] for team in TEAMS)
        fresh["bonus"] = ducks - penguins - int(pond.points_of(fresh[0]))
        pond.leave_out(fresh[0], tables)
        pond.count_anew(fresh[0], tables, stage_of(int(fresh["placed"][0]) + _AHEAD))
        self.position[:] = fresh

    def guess(self, task: Task) -> int:
        """Return the first move in the move order, or -1 if there is none."""
        moves = self.candidates(task)
        return moves[0] if moves else -1

    def candidates(self, task: Task) -> list[int]:
        """Return all moves, the most promising ones first."""
        position, tables = self.position[0], self.tables[0]
        count = list_moves(position, tables, task.side, 0, pond.is_bound(position, tables), -1, SHARE, False)
        order = np.argsort(-position["order"][:count], kind="stable")
        return [int(move) for move in position["listed"][:count][order]]

    def depths(self, task: Task) -> Sequence[int]:
        """Return the depths to search, up to the last stone.

        With few stones left, a short search is followed directly by a search to the last stone.
        """
        left = int(pond.plies_left(self.position[0]))
        deepest = min(left, task.depths[-1])
        if deepest < left or left > _PLAYED_OUT:
            return range(1, 1 + deepest)
        return (*range(1, min(left, 1 + _LOOK_AHEAD)), left)

    def plays_out(self, depth: int) -> bool:
        """Return True if a search of this depth reaches the last stone."""
        return depth >= int(pond.plies_left(self.position[0]))

    def search(self, task: Task, alpha: int, beta: int, depth: int) -> int:
        """Return the score for the team to move, invalid if the search was stopped.

        The best move is stored in the field ``best`` of the position.
        """
        return self._search(task, alpha, beta, depth, ply=0)

    def score_of(self, task: Task, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of a move for the team to move, exact between ``alpha`` and ``beta``."""
        position, tables = self.position[0], self.tables[0]
        pond.place(position, tables, move >> 2, move & 3, task.side)
        score = -self._search(task, max(-_WIDEST, -beta), min(_WIDEST, -alpha), depth - 1, ply=1)
        pond.take_back(position, tables, task.side)
        return score

    def _search(self, task: Task, alpha: int, beta: int, depth: int, ply: int) -> int:
        return int(search(self.position[0], self.tables[0], task.memory, alpha, beta, depth, ply, task.side ^ ply))

    def line_from(self, task: Task, move: int, score: int) -> tuple[int, ...]:
        """Return the principal variation that begins with a move."""
        line = np.empty(_LONGEST_LINE, np.int64)
        plies = principal_variation(self.position[0], self.tables[0], task.memory, task.side, move, line)
        return tuple(line[:plies].tolist())

    def forget(self, seed: int) -> None:
        """Clear the history table of the move order.

        With a seed other than 0, fill it with small random values that vary the move order.
        """
        self.join()
        dice = np.random.default_rng(abs(seed))
        self.position["history"] = dice.integers(-_SHUFFLE, _SHUFFLE + 1, 8 * POCKETS) if seed else 0

    def fade(self) -> None:
        """Reduce the values in the history table of the move order to a quarter."""
        self.position["history"] //= 4


class PondEngine(SearchEngine[PondSearchThread, Placement]):
    """The engine of Threestones. Its moves are pairs of a cell and the letter of a stone."""

    def __init__(self, memory_bits: int = MEMORY_BITS) -> None:
        super().__init__(PondSearchThread(), memory_bits)
        self._state: PondState | None = None

    def set_state(self, state: PondState) -> None:
        """Set the position to search. The tables are cleared if the position belongs to another game."""
        self._state = state
        thread = self._search_threads[0]
        before = int(thread.position["bonus"][0])
        thread.set_state(state)
        if int(thread.position["bonus"][0]) != before:
            # The stored scores belong to another game, in which other points were scored earlier.
            self.forget()

    def _another(self) -> PondSearchThread:
        return PondSearchThread()

    def _prepare(self, helper: PondSearchThread) -> None:
        assert self._state is not None
        helper.set_state(self._state)

    def _told(self, move: int) -> Placement:
        return move >> 2, KINDS[(move & 3) - 1]
