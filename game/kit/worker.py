"""One thread of a search: a position of its own, looked at ever deeper."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.kit import position as board
from game.kit.ranking import Ranking
from game.kit.scores import WIN, WON
from game.kit.search import first_guess, search
from game.kit.settings import PLY
from game.kit.tables import CELLS, FIRST_COUNTED, CellClass
from game.kit.variation import principal_variation

#: Half the width of the first window around the score of the depth before.
WINDOW = 60
#: Cells of the longest expected line that is told.
LONGEST_LINE = 40
#: Steps down the priority ladder of a thread that makes way.
_NICENESS = 10
#: How much the dice add to the history of a move, which counts a thirty-second of it among the moves' order.
_SHUFFLE = 2000

#: Column and row from the top left, and colour (0 or 1), of a stone.
Stone = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Result:
    """What one thread has found: the cell, and whether the depth was searched to its end."""

    cell: int
    depth: int
    score: int
    is_whole: bool
    line: tuple[int, ...] = ()
    """The cells of the expected line, the first of them ``cell``."""

    @property
    def is_decided(self) -> bool:
        """Whether the score is a win or a loss that is certain."""
        return self.score > WON or (self.score < -WON and self.is_whole)


@dataclass(frozen=True, slots=True)
class Task:
    """What one thread is to search, and what it shares with others."""

    memory: NDArray[np.int64]
    proofs: NDArray[np.int64]
    side: int
    nodes: int
    depths: range
    best: int
    """How many of the best moves are wanted."""
    age: int
    makes_way: bool = False
    """Whether its thread has a low priority, where a thread can have one of its own."""
    goes_on: Callable[[Result], bool] = lambda _: True
    """Asked after each whole depth."""
    skips: Callable[[int], bool] = lambda _: False
    """Whether a depth is known already."""


class Worker:
    """A position and a search of it that runs in a thread of its own."""

    def __init__(self, size: int, tables: NDArray[np.void]) -> None:
        self.ranked: tuple[Result, ...] = ()
        """What was found, the best move first; one result unless more are asked for."""
        self.error: Exception | None = None
        self.position = board.new_position(size, tables[0])
        self.tables = tables
        self._stones: list[Stone] = []
        self._thread: threading.Thread | None = None

    def set_stones(self, stones: Sequence[Stone]) -> None:
        """Puts down every stone, oldest first; what stays as it was is kept."""
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
        """Forgets which moves were good; the seed's dice change a little in which order they are tried."""
        self.join()
        dice = np.random.default_rng(abs(seed))
        self.position["history"] = dice.integers(-_SHUFFLE, _SHUFFLE + 1, 4 * CELLS) if seed else 0
        self.position["follow_ups"] = 0
        self.position["killers"] = -1
        self.position["answers"] = -1

    def fives(self, side: int) -> int:
        """On how many cells a colour would win at once."""
        return int(self.position["counts"][0][side]) >> 8 * (CellClass.FIVE - FIRST_COUNTED) & 255

    @property
    def nodes(self) -> int:
        """Positions looked at since the search began."""
        return int(self.position["nodes"][0] + self.position["four_nodes"][0])

    def start(self, task: Task, ended: Callable[[], None]) -> None:
        """Begins to search; ``ended`` is called when nothing more will be found."""
        self.join()
        position = self.position
        position["nodes"] = position["four_nodes"] = position["stop"] = 0
        position["node_limit"] = task.nodes
        position["age"] = task.age
        position["history"] //= 4
        position["follow_ups"] //= 2
        position["killers"] = -1
        position["excluded"] = -1
        self.ranked, self.error = (), None
        self._thread = threading.Thread(target=self._run, args=(task, ended), daemon=True)
        self._thread.start()

    @property
    def is_stopped(self) -> bool:
        """Whether the search was told to end or has looked at all the positions it may."""
        return bool(self.position["stop"][0])

    def stop(self) -> None:
        """Tells the search to end; it does at the next position."""
        self.position["stop"] = 1

    def join(self, seconds: float | None = None) -> None:
        """Waits until the search has ended, or so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, task: Task, ended: Callable[[], None]) -> None:
        """What the search raises is kept for the one who waits."""
        try:
            if task.makes_way and sys.platform == "linux":
                os.nice(_NICENESS)
            self._deepen(task)
        except (ValueError, TypeError, IndexError) as error:
            self.error = error
        finally:
            ended()

    def _deepen(self, task: Task) -> None:
        self.position["best"] = first_guess(self.position[0], self.tables[0], task.side)
        self._take(task, 0, 0, is_whole=True)
        if task.best > 1:
            Ranking(self, task).deepen()
            return
        score = 0
        for depth in self._needed(task):
            if task.skips(depth):
                continue
            score = self._search_around(task, score, depth)
            if self.is_stopped:
                break
            self._take(task, depth, score, is_whole=True)
            if self.ranked and not task.goes_on(self.ranked[0]):
                break

    def _needed(self, task: Task) -> range:
        """The depths to search: the only answer to a four needs no thought."""
        return range(1, 2) if self.fives(1 - task.side) == 1 else task.depths

    def _search_around(self, task: Task, score: int, depth: int) -> int:
        """Searches with a narrow window around the score of the depth before, and wider when it lies outside."""
        below = above = WINDOW if depth > 4 else 2 * WIN
        while True:
            alpha, beta = max(-WIN, score - below), min(WIN, score + above)
            self.position["best"] = -1
            found = self.search(task, alpha, beta, depth, ply=0)
            if self.is_stopped:
                # A loss is certain only when every move was looked at.
                if self.position["best_score"][0] > max(alpha, -WON):
                    self._take(task, depth, int(self.position["best_score"][0]), is_whole=False)
                return found
            if alpha < found < beta or abs(found) > WON:
                return found
            below = 4 * below if found <= alpha else below
            above = 4 * above if found >= beta else above

    def search(self, task: Task, alpha: int, beta: int, depth: int, ply: int) -> int:
        """The score for the side on turn, which it is again at even plies; it means nothing once stopped."""
        position, tables, side = self.position[0], self.tables[0], task.side ^ (ply & 1)
        return int(search(position, tables, task.memory, task.proofs, alpha, beta, PLY * depth, ply, side, 0))

    def _take(self, task: Task, depth: int, score: int, *, is_whole: bool) -> None:
        best = int(self.position["best"][0])
        if best >= 0:
            self.ranked = (self.result_of(task, best, depth, score, is_whole=is_whole),)

    def result_of(self, task: Task, cell: int, depth: int, score: int, *, is_whole: bool) -> Result:
        """A move with the line that is expected to follow."""
        line = np.empty(LONGEST_LINE, np.int64)
        position, tables = self.position[0], self.tables[0]
        is_decided, memory, proofs = abs(score) > WON, task.memory, task.proofs
        plies = principal_variation(position, tables, memory, proofs, task.side, cell, is_decided, line)
        return Result(cell, depth, score, is_whole, tuple(line[:plies].tolist()))
