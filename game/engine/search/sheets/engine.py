"""The search threads and the engine of rule sheets. A move of the search is a cell and a kind of stone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.core.geometry import Geometry
from game.core.model import EMPTY
from game.engine.search.search_engine import MEMORY_BITS, SearchEngine
from game.engine.search.search_thread import SearchThread
from game.engine.search.sheets import position as board
from game.engine.search.sheets.making import make, take_back
from game.engine.search.sheets.search import first_move, is_tense, list_all, principal_variation, search
from game.engine.search.sheets.tables import COUNTS, KINDS, OWNERS, UNLIMITED, WAYS, build
from game.engine.search.task import Task
from game.sheets.sheet import SheetRules
from game.sheets.sheet_state import SheetState

#: Cell and letter of a stone.
CellAndStone = tuple[int, str]

#: Most moves of a principal variation.
_LONGEST_LINE = 40
#: Largest random change of a move's history, of which a part counts in the move order.
_SHUFFLE = 200
#: The number of turns that a line may lack for a side to have prospects of a forced win.
_FAR = 3
#: The nodes for each candidate of a search for several best moves, and the fewest candidates of a short search.
_NODES_OF_A_CANDIDATE, _FEWEST_CANDIDATES = 20, 8


class SheetSearchThread(SearchThread):
    """A search thread of one sheet."""

    def __init__(self, rules: SheetRules, tables: NDArray[np.void]) -> None:
        super().__init__(board.empty_position(tables[0]))
        self.rules, self.tables = rules, tables

    def set_state(self, state: SheetState, allowed: Sequence[int]) -> None:
        """Set up a position. ``allowed`` are the cells where the next stone may be placed."""
        self.join()
        fresh, tables = board.empty_position(self.tables[0]), self.tables[0]
        letters = [kind.letter for kind in self.rules.stones]
        for cell, stone in enumerate(state.board):
            if stone != EMPTY:
                board.put(fresh[0], tables, cell, letters.index(stone))
        self._set_turn(fresh, state)
        self._set_pending(fresh, state)
        fresh["is_filtered"] = 1
        fresh["allowed"][0][list(allowed)] = 1
        fresh["history"] = self.position["history"]
        self.position[:] = fresh

    def _set_turn(self, fresh: NDArray[np.void], state: SheetState) -> None:
        colours = state.rule_colours
        fresh["turn_side"] = colours.index(state.colour)
        fresh["left"], fresh["turns"] = state.placements_left, state.turns
        fresh["last"] = state.last[-1] if state.last else -1
        for seat, colour in enumerate(colours):
            fresh["captured"][0][seat] = state.captured.get(colour, 0)
            fresh["points"][0][seat] = state.scores.get(colour, 0) if self.rules.line.points else 0
            hand = state.hands.get(colour, {})
            for number, kind in enumerate(self.rules.stones):
                has_limit = kind.hand and kind.letter in hand
                fresh["hands"][0][seat * KINDS + number] = hand[kind.letter] if has_limit else UNLIMITED

    def _set_pending(self, fresh: NDArray[np.void], state: SheetState) -> None:
        """Note the winning lines that must survive, each by its first cell and its way."""
        tables = self.tables[0]
        letters = [kind.letter for kind in self.rules.stones]
        for number, line in enumerate(state.pending[: board.PENDING]):
            kinds = (int(tables["line_kind"][letters.index(state.board[cell])]) for cell in line)
            ways = (way for way in range(WAYS) if int(tables["step"][line[0] * WAYS + way]) == line[1])
            fresh["pending_cell"][0][number] = line[0]
            fresh["pending_way"][0][number] = next(ways)
            fresh["pending_length"][0][number] = len(line)
            fresh["pending_kind"][0][number] = next(kind for kind in kinds if kind)
            fresh["broken_at"][0][number] = board.UNBROKEN
            fresh["pending"] = number + 1

    def guess(self, task: Task) -> int:
        """Return a move without a search: a win, a stop of a threat, or the first in move order; -1 for none."""
        return int(first_move(self.position[0], self.tables[0]))

    def candidates(self, task: Task) -> list[int]:
        """Return the legal moves, the most promising ones first; with few nodes, as many as can be searched."""
        position = self.position[0]
        count = list_all(position, self.tables[0])
        order = np.argsort(-position["order"][:count], kind="stable")
        guess = self.guess(task)
        moves = [int(move) for move in position["listed"][:count][order]] if count else []
        sorted_moves = [guess, *(move for move in moves if move != guess)] if guess >= 0 else moves
        return sorted_moves[: max(_FEWEST_CANDIDATES, task.nodes // _NODES_OF_A_CANDIDATE)]

    def search(self, task: Task, alpha: int, beta: int, depth: int) -> int:
        """Return the score for the side to move, invalid if the search was stopped.

        The best move is stored in the field ``best`` of the position.
        """
        self._begin_search()
        return int(search(self.position[0], self.tables[0], task.memory, alpha, beta, depth, 0))

    def score_of(self, task: Task, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of a move for the side to move, exact between ``alpha`` and ``beta``."""
        position, tables = self.position[0], self.tables[0]
        self._begin_search()
        side = int(position["turn_side"])
        make(position, tables, move)
        if int(position["turn_side"]) == side:
            score = int(search(position, tables, task.memory, alpha, beta, depth - 1, 1))
        else:
            score = -int(search(position, tables, task.memory, -beta, -alpha, depth - 1, 1))
        take_back(position, tables)
        return score

    def _begin_search(self) -> None:
        self.position["list_end"] = 0

    def plays_out(self, depth: int) -> bool:
        """Return True if a search of this depth reaches a full board."""
        return depth >= int(self.position["empty"][0])

    def depths(self, task: Task) -> Sequence[int]:
        """Return the depths to search, up to a full board."""
        if self.rules.capture.runs:
            return task.depths
        return range(1, 1 + min(max(1, int(self.position["empty"][0])), task.depths[-1]))

    def line_from(self, task: Task, move: int, score: int) -> tuple[int, ...]:
        """Return the principal variation that begins with a move."""
        line = np.empty(_LONGEST_LINE, np.int64)
        plies = principal_variation(self.position[0], self.tables[0], task.memory, move, line)
        return tuple(line[:plies].tolist())

    def forget(self, seed: int) -> None:
        """Clear the history of the move order; a seed other than 0 fills in small random values."""
        self.join()
        dice = np.random.default_rng(abs(seed))
        shape = self.position["history"].shape[1]
        self.position["history"] = dice.integers(-_SHUFFLE, _SHUFFLE + 1, shape) if seed else 0

    def fade(self) -> None:
        """Reduce the history of the move order to a quarter."""
        self.position["history"] //= 4


class SheetEngine(SearchEngine[SheetSearchThread, CellAndStone]):
    """The engine of one sheet. Its moves are pairs of a cell and the letter of a stone."""

    def __init__(self, rules: SheetRules, geometry: Geometry, memory_bits: int = MEMORY_BITS) -> None:
        """Create the engine of a sheet on its board. Raises ValueError if the board is too large."""
        self._rules, self._tables = rules, build(rules, geometry)
        self._state: SheetState | None = None
        self._allowed: tuple[int, ...] = ()
        super().__init__(self._another(), memory_bits)

    def set_state(self, state: SheetState, allowed: Sequence[int]) -> None:
        """Set the position to search. ``allowed`` are the cells where the rules allow the next stone."""
        self._state, self._allowed = state, tuple(allowed)
        self._prepare(self._search_threads[0])

    def is_tense(self) -> bool:
        """Return True if a side can win within a turn, so that the next stones are forced."""
        self._search_threads[0].join()
        return bool(is_tense(self.position, self._tables[0]))

    def has_prospects(self) -> bool:
        """Return False if the side to move can hardly force a win, since it has no beginning of a line or captures."""
        self._search_threads[0].join()
        position, tables = self.position, self._tables[0]
        side, length = int(position["turn_side"]), int(tables["length"])
        profits = tables["profits"][side * OWNERS : (side + 1) * OWNERS] != 0
        lines = position["number"].reshape(OWNERS, COUNTS)[
            profits, max(1, length - _FAR * self._rules.turn.stones) : length
        ]
        return bool(lines.any()) or bool(tables["capture_wins"] and position["captured"][side])

    def _another(self) -> SheetSearchThread:
        return SheetSearchThread(self._rules, self._tables)

    def _prepare(self, helper: SheetSearchThread) -> None:
        assert self._state is not None
        helper.set_state(self._state, self._allowed)

    def _told(self, move: int) -> CellAndStone:
        cell, kind = divmod(move, board.MOVE_KINDS)
        return cell, self._rules.stones[kind].letter
