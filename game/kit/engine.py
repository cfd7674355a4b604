"""A search at work: it runs in a thread of its own and says how far it has come, until it is told to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from game.kit import position as board
from game.kit.rules import Rules
from game.kit.search import WIN, WON, first_guess, search
from game.kit.tables import CELLS, FIRST_COUNTED, CellClass, build
from game.kit.threats import is_forbidden

#: Entries of the table of positions and of that of positions without a win by fours, as powers of two.
MEMORY_BITS = 21
PROOF_BITS = 17
#: Half the width of the first window around the score of the depth before.
WINDOW = 60
MAX_DEPTH = 60
#: Seconds between two looks at the search.
LOOK_SECONDS = 0.01
NO_LIMIT = 1 << 60
#: How much the dice add to the history of a move, which counts a thirty-second of it among the moves' order.
_SHUFFLE = 2000
#: A depth is not begun when this part of the time is gone.
LAST_START = 0.7


@dataclass(frozen=True, slots=True)
class Found:
    """What the search has found: the best stone, as column and row from the top left, and how good it is."""

    point: tuple[int, int]
    depth: int = 0
    score: int = 0
    nodes: int = 0
    variation: tuple[tuple[int, int], ...] = ()

    @property
    def is_decided(self) -> bool:
        """Whether the score is a win or a loss that is certain."""
        return abs(self.score) > WON

    @property
    def plies(self) -> int:
        """Plies to the end of a decided game."""
        return WIN - abs(self.score)


Stone = tuple[int, int, int]


class Engine:
    """A board of one size under one pair of rules, and what its searches remember."""

    def __init__(self, rules: Rules, size: int, memory_bits: int = MEMORY_BITS) -> None:
        self.size = size
        self._tables = build(rules)
        self._position = board.new_position(size, self._tables[0])
        self._memory = np.zeros(2 << memory_bits, np.int64)
        self._proofs = np.zeros(1 << PROOF_BITS, np.int64)
        self._stones: list[Stone] = []

    def set_stones(self, stones: Sequence[Stone]) -> None:
        """Puts down column, row and colour (0 or 1) of every stone, oldest first; what stays as it was is kept."""
        position, tables = self._position[0], self._tables[0]
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

    def may_place(self, x: int, y: int, side: int) -> bool:
        """Whether a colour may use an empty cell."""
        if side == 1 or not self._tables[0]["banned"]:
            return True
        return not is_forbidden(self._position[0], self._tables[0], board.cell_at(x, y))

    def fives(self, side: int) -> int:
        """On how many cells a colour would win at once."""
        return int(self._position["counts"][0][side]) >> 8 * (CellClass.FIVE - FIRST_COUNTED) & 255

    def seek_wins(self, does: bool) -> None:
        """Whether the searches to come look for forced wins in every position, as they do from the start."""
        self._position["seeks_wins"] = does

    def forget(self, seed: int = 0) -> None:
        """Forgets every position that was searched; the seed's dice change a little in which order moves are tried."""
        self._memory[:] = 0
        self._proofs[:] = 0
        dice = np.random.default_rng(abs(seed))
        self._position["history"] = dice.integers(-_SHUFFLE, _SHUFFLE + 1, 2 * CELLS) if seed else 0
        self._position["killers"] = -1
        self._position["answers"] = -1

    def think(self, side: int, seconds: float, nodes: int = 0, depth: int = MAX_DEPTH) -> Iterator[Found]:
        """Searches ever deeper and says what it has found, about every hundredth of a second; the last is its choice.

        Closing the iterator stops the search at once.
        """
        started = time.monotonic()
        work = _Work(self, side, nodes or NO_LIMIT, min(depth, MAX_DEPTH), started + LAST_START * seconds)
        thread = threading.Thread(target=work.run, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(min(LOOK_SECONDS, max(0.0005, started + seconds - time.monotonic())))
                if time.monotonic() - started >= seconds:
                    self._position["stop"] = 1
                    thread.join()
                if work.found is not None:
                    yield work.found
        finally:
            work.is_stopped = True
            self._position["stop"] = 1
            thread.join()
        if work.error is not None:
            raise work.error
        if work.found is not None:
            yield work.found


class _Work:
    """One search, depth after depth, as a thread does it."""

    def __init__(self, engine: Engine, side: int, nodes: int, depth: int, last_start: float) -> None:
        self.found: Found | None = None
        self.error: Exception | None = None
        self.is_stopped = False
        self._side, self._last_start = side, last_start
        self._tables, self._memory, self._proofs = engine._tables, engine._memory, engine._proofs
        self._position = position = engine._position
        position["nodes"] = position["four_nodes"] = position["stop"] = 0
        position["node_limit"] = nodes
        position["age"] += 1
        position["history"] //= 4
        position["killers"] = -1
        # The only answer to a four needs no thought.
        self._depth = 1 if engine.fives(1 - side) == 1 else depth

    def run(self) -> None:
        """Deepens until something ends it; what it raises is kept for the one who waits."""
        try:
            self._deepen()
        except (ValueError, TypeError, IndexError) as error:
            self.error = error

    def _deepen(self) -> None:
        self._position["best"] = first_guess(self._position[0], self._tables[0], self._side)
        self._take(0, 0)
        score = 0
        for depth in range(1, self._depth + 1):
            score = self._search_around(score, depth)
            if self._position["stop"][0]:
                break
            self._take(depth, score)
            if abs(score) > WON or self.is_stopped or time.monotonic() > self._last_start:
                break

    def _search_around(self, score: int, depth: int) -> int:
        """Searches with a narrow window around the score of the depth before, and wider when it lies outside."""
        below = above = WINDOW if depth > 4 else 2 * WIN
        while True:
            alpha, beta = max(-WIN, score - below), min(WIN, score + above)
            self._position["best"] = -1
            found = self._search(alpha, beta, depth)
            if self._position["stop"][0]:
                if self._position["best"][0] >= 0 and self._position["best_score"][0] > alpha:
                    self._take(depth, int(self._position["best_score"][0]))
                return found
            if alpha < found < beta or abs(found) > WON:
                return found
            below = 4 * below if found <= alpha else below
            above = 4 * above if found >= beta else above

    def _search(self, alpha: int, beta: int, depth: int) -> int:
        return int(
            search(self._position[0], self._tables[0], self._memory, self._proofs, alpha, beta, depth, 0, self._side, 0)
        )

    def _take(self, depth: int, score: int) -> None:
        best = int(self._position["best"][0])
        if best < 0:
            return
        nodes = int(self._position["nodes"][0] + self._position["four_nodes"][0])
        point = board.column_and_row(best)
        self.found = Found(point, depth, score, nodes, (point,))
