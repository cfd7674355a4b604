"""A search thread: iterative deepening on a position of its own."""

from __future__ import annotations

import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from game.engine.search.multipv import MultiPv
from game.engine.search.scores import WIN, WON
from game.engine.search.task import Task, ThreadResult

#: Half the width of the aspiration window around the score of the depth before.
WINDOW = 60
#: The niceness of a thread with low priority.
_NICENESS = 10


class SearchThread(ABC):
    """A position and a search of it in a thread of its own.

    A move is a number whose meaning depends on the game. The record of the position has the fields ``nodes``,
    ``four_nodes`` (those of searches of another kind), ``node_limit``, ``stop``, ``age``, ``best`` and ``best_score``.
    """

    def __init__(self, position: NDArray[np.void]) -> None:
        self._ranked: tuple[ThreadResult, ...] = ()
        self.shallower: tuple[ThreadResult, ...] = ()
        """What was found at the depth before."""
        self.error: Exception | None = None
        self.position = position
        self._thread: threading.Thread | None = None

    @property
    def ranked(self) -> tuple[ThreadResult, ...]:
        """What was found, the best move first; one result unless more are asked for."""
        return self._ranked

    @ranked.setter
    def ranked(self, found: tuple[ThreadResult, ...]) -> None:
        if not found:
            self.shallower = ()
        elif self._ranked and self._ranked[0].depth < found[0].depth:
            self.shallower = self._ranked
        self._ranked = found

    @abstractmethod
    def guess(self, task: Task) -> int:
        """The move before any search, -1 when there is none."""

    @abstractmethod
    def candidates(self, task: Task) -> list[int]:
        """All sensible moves, the most promising ones first."""

    @abstractmethod
    def search(self, task: Task, alpha: int, beta: int, depth: int) -> int:
        """The score for the side on turn, not valid once stopped. The best move is in the position's record."""

    @abstractmethod
    def score_of(self, task: Task, move: int, depth: int, alpha: int, beta: int) -> int:
        """The score of a move for the side on turn, exact between the bounds."""

    @abstractmethod
    def line_from(self, task: Task, move: int, score: int) -> tuple[int, ...]:
        """The principal variation after this move, with the move first."""

    @abstractmethod
    def forget(self, seed: int) -> None:
        """Clear the histories; the seed's dice vary the move order a little."""

    @abstractmethod
    def fade(self) -> None:
        """Reduce the histories of former searches."""

    def depths(self, task: Task) -> Sequence[int]:
        """The depths of iterative deepening."""
        return task.depths

    def plays_out(self, depth: int) -> bool:
        """Whether a search to this depth reaches the end of the game in every line."""
        return False

    @property
    def nodes(self) -> int:
        """The number of positions searched since the start."""
        return int(self.position["nodes"][0] + self.position["four_nodes"][0])

    def start(self, task: Task, ended: Callable[[], None]) -> None:
        """Start the search; ``ended`` is called when it has ended."""
        self._begin(task)
        self._thread = threading.Thread(target=self._run, args=(task, ended), daemon=True)
        self._thread.start()

    def search_at_once(self, task: Task) -> None:
        """Search in the thread of the caller, who waits."""
        self._begin(task)
        self._deepen(task)

    def _begin(self, task: Task) -> None:
        self.join()
        position = self.position
        position["nodes"] = position["four_nodes"] = position["stop"] = 0
        position["node_limit"] = task.nodes
        position["age"] = task.age
        self.fade()
        self.ranked, self.error = (), None

    @property
    def is_stopped(self) -> bool:
        """Whether the search was stopped or has used up its nodes."""
        return bool(self.position["stop"][0])

    def stop(self) -> None:
        """Tell the search to end; it does at the next node."""
        self.position["stop"] = 1

    def join(self, seconds: float | None = None) -> None:
        """Wait until the search has ended, or so many seconds."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, task: Task, ended: Callable[[], None]) -> None:
        """Run the search in its thread; an exception is kept for the thread that waits."""
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
            MultiPv(self, task).deepen()
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
        """Search with an aspiration window around the score of the depth before, widened when the score is outside."""
        below = above = WINDOW if depth > 4 else 2 * WIN
        while True:
            alpha, beta = max(-WIN, score - below), min(WIN, score + above)
            self.position["best"] = -1
            found = self.search(task, alpha, beta, depth)
            if self.is_stopped:
                # A loss is certain only when every move was searched.
                if self.position["best_score"][0] > max(alpha, -WON):
                    self._take(task, depth, int(self.position["best_score"][0]), is_whole=False)
                return found
            if alpha < found < beta or abs(found) > WON:
                return found
            if self.plays_out(depth):
                # The score found is a bound that holds exactly: it is the next guess.
                score = found
                continue
            below = 4 * below if found <= alpha else below
            above = 4 * above if found >= beta else above

    def _take(self, task: Task, depth: int, score: int, *, is_whole: bool) -> None:
        best = int(self.position["best"][0])
        if best >= 0:
            self.ranked = (self.result_of(task, best, depth, score, is_whole=is_whole),)

    def result_of(self, task: Task, move: int, depth: int, score: int, *, is_whole: bool) -> ThreadResult:
        """A move as a result, with its principal variation."""
        line = self.line_from(task, move, score) if task.tells_lines else (move,)
        return ThreadResult(move, depth, score, is_whole, line)
