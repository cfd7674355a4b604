"""One thread of a search: a position of its own, looked at ever deeper."""

from __future__ import annotations

import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from game.kit.search.multipv import Ranking
from game.kit.search.scores import WIN, WON
from game.kit.search.task import Result, Task

#: Half the width of the first window around the score of the depth before.
WINDOW = 60
#: Steps down the priority ladder of a thread that makes way.
_NICENESS = 10


class Worker(ABC):
    """A position and a search of it that runs in a thread of its own.

    A move is a number whose meaning the game knows. The record of the position has the fields ``nodes``, ``four_nodes``
    (those of searches of another kind), ``node_limit``, ``stop``, ``age``, ``best`` and ``best_score``.
    """

    def __init__(self, position: NDArray[np.void]) -> None:
        self.ranked: tuple[Result, ...] = ()
        """What was found, the best move first; one result unless more are asked for."""
        self.error: Exception | None = None
        self.position = position
        self._thread: threading.Thread | None = None

    @abstractmethod
    def guess(self, task: Task) -> int:
        """A move without a search, -1 when there is none."""

    @abstractmethod
    def candidates(self, task: Task) -> list[int]:
        """Every move that makes sense, the most promising ones first."""

    @abstractmethod
    def search(self, task: Task, alpha: int, beta: int, depth: int) -> int:
        """The score for the side on turn; it means nothing once stopped. The best move is in the position."""

    @abstractmethod
    def score_of(self, task: Task, move: int, depth: int, alpha: int, beta: int) -> int:
        """What a move is worth to the side on turn, exact between the bounds."""

    @abstractmethod
    def line_from(self, task: Task, move: int, score: int) -> tuple[int, ...]:
        """The moves that are expected to follow each other, beginning with this one."""

    @abstractmethod
    def forget(self, seed: int) -> None:
        """Forgets which moves were good; the seed's dice change a little in which order they are tried."""

    @abstractmethod
    def fade(self) -> None:
        """Halves, or so, what former searches say of moves."""

    def depths(self, task: Task) -> Sequence[int]:
        """The depths to search."""
        return task.depths

    def plays_out(self, depth: int) -> bool:
        """Whether a search to this depth comes to the end of the game whatever is played."""
        return False

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
        self.fade()
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
        self.position["best"] = self.guess(task)
        self._take(task, 0, 0, is_whole=True)
        if task.best > 1:
            Ranking(self, task).deepen()
            return
        score = 0
        for depth in self.depths(task):
            if task.skips(depth):
                continue
            score = self._search_around(task, score, depth)
            if self.is_stopped:
                break
            self._take(task, depth, score, is_whole=True)
            if self.ranked and not task.goes_on(self.ranked[0]):
                break

    def _search_around(self, task: Task, score: int, depth: int) -> int:
        """Searches with a narrow window around the score of the depth before, and wider when it lies outside."""
        below = above = WINDOW if depth > 4 else 2 * WIN
        while True:
            alpha, beta = max(-WIN, score - below), min(WIN, score + above)
            self.position["best"] = -1
            found = self.search(task, alpha, beta, depth)
            if self.is_stopped:
                # A loss is certain only when every move was looked at.
                if self.position["best_score"][0] > max(alpha, -WON):
                    self._take(task, depth, int(self.position["best_score"][0]), is_whole=False)
                return found
            if alpha < found < beta or abs(found) > WON:
                return found
            if self.plays_out(depth):
                # What it found is a bound that will hold: the score is tried next.
                score = found
                continue
            below = 4 * below if found <= alpha else below
            above = 4 * above if found >= beta else above

    def _take(self, task: Task, depth: int, score: int, *, is_whole: bool) -> None:
        best = int(self.position["best"][0])
        if best >= 0:
            self.ranked = (self.result_of(task, best, depth, score, is_whole=is_whole),)

    def result_of(self, task: Task, move: int, depth: int, score: int, *, is_whole: bool) -> Result:
        """A move with the line that is expected to follow."""
        return Result(move, depth, score, is_whole, self.line_from(task, move, score))
