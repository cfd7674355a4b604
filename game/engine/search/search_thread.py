"""Abstract base class of search threads, which search their own position by iterative deepening."""

from __future__ import annotations

import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from game.engine.search.multipv import MultiPv
from game.engine.search.task import UNMEASURED, WIN, WON, Task, ThreadResult

#: Half the width of the aspiration window around the score of the previous depth, in points.
WINDOW = 60
#: Niceness of a thread at low priority.
_NICENESS = 10
#: Nodes spent on the forced wins of the opponent after the moves that are found: a percentage of all, and some to begin
#: with. Such a node takes about a quarter of the time of another one.
_PERCENT, _FIRST_NODES = 20, 200
#: Most such nodes after the search has ended: about ten milliseconds.
_LAST_NODES = 12_000


class SearchThread(ABC):
    """Abstract base class of a search thread, which searches its own position by iterative deepening.

    A move is a number whose meaning depends on the game. The position is a numpy record with the fields ``nodes``,
    ``four_nodes`` (nodes of forced-win searches), ``node_limit``, ``stop``, ``age``, ``best`` and ``best_score``.
    """

    def __init__(self, position: NDArray[np.void]) -> None:
        self._ranked: tuple[ThreadResult, ...] = ()
        self.shallower: tuple[ThreadResult, ...] = ()
        """Results of the previous depth."""
        self.error: Exception | None = None
        self._spent = 0
        """Nodes spent in vain on the opponent's forced wins."""
        self.position = position
        self._thread: threading.Thread | None = None

    @property
    def ranked(self) -> tuple[ThreadResult, ...]:
        """Search results, best move first; only one result unless several best moves were requested."""
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
        """Return a move without searching, or -1 if there is none."""

    @abstractmethod
    def candidates(self, task: Task) -> list[int]:
        """Return all sensible moves, the most promising ones first."""

    @abstractmethod
    def search(self, task: Task, alpha: int, beta: int, depth: int) -> int:
        """Search the position and return its score for the side to move; invalid if stopped early.

        The best move is stored in the field ``best`` of the position.
        """

    @abstractmethod
    def score_of(self, task: Task, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return a move's score for the side to move; exact if between ``alpha`` and ``beta``."""

    def refutes(self, task: Task, move: int, nodes: int) -> bool:
        """Return True if the opponent has a forced win after a move, which is searched with about this many nodes.

        The win is kept in the tables of the task, so that the next search knows it. A game without such a search
        returns False.
        """
        return False

    @abstractmethod
    def line_from(self, task: Task, move: int, score: int) -> tuple[int, ...]:
        """Return the principal variation that begins with this move."""

    @abstractmethod
    def forget(self, seed: int) -> None:
        """Clear the move histories; a seed other than 0 varies the move order a little."""

    @abstractmethod
    def fade(self) -> None:
        """Reduce the weight of earlier searches in the move histories."""

    def depths(self, task: Task) -> Sequence[int]:
        """Return the depths of iterative deepening."""
        return task.depths

    def plays_out(self, depth: int) -> bool:
        """Return True if a search to this depth reaches the end of the game in every variation."""
        return False

    def is_refuted(self, task: Task, move: int) -> bool:
        """Return True if the opponent's forced win after a move is found within the share of the nodes meant for it."""
        before = int(self.position["four_nodes"][0])
        budget = _FIRST_NODES + self.nodes * _PERCENT // 100 - self._spent
        if move < 0 or budget <= 0 or not self.refutes(task, move, budget):
            self._spent += int(self.position["four_nodes"][0]) - before
            return False
        return True

    @property
    def nodes(self) -> int:
        """Number of nodes since the start of the search."""
        return int(self.position["nodes"][0] + self.position["four_nodes"][0])

    def start(self, task: Task, ended: Callable[[], None]) -> None:
        """Start the search in its own thread, which calls ``ended`` at the end."""
        self._begin(task)
        self._thread = threading.Thread(target=self._run, args=(task, ended), daemon=True)
        self._thread.start()

    def search_at_once(self, task: Task) -> None:
        """Run the search in the caller's thread, and return when it has ended."""
        self._begin(task)
        self._deepen(task)

    def _begin(self, task: Task) -> None:
        self.join()
        position = self.position
        position["nodes"] = position["four_nodes"] = position["stop"] = 0
        position["node_limit"] = task.nodes
        position["age"] = task.age
        self.fade()
        self.ranked, self.error, self._spent = (), None, 0

    @property
    def is_stopped(self) -> bool:
        """True if the search was stopped or has used up its nodes."""
        return bool(self.position["stop"][0])

    def stop(self) -> None:
        """Stop the search at its next node, without waiting for it."""
        self.position["stop"] = 1

    def join(self, seconds: float | None = None) -> None:
        """Wait until the search has ended, or at most ``seconds``."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, task: Task, ended: Callable[[], None]) -> None:
        """Run the search in this thread; store an exception for the caller that waits for the result."""
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
        self._deepen_while_refuted(task)
        self._look_again(task)

    def _deepen_while_refuted(self, task: Task) -> None:
        if task.best > 1:
            MultiPv(self, task).deepen()
            return
        while self._deepen_until_refuted(task):
            pass

    def _look_again(self, task: Task) -> None:
        """Look for the opponent's forced wins after the moves of an ended search, and for another move if none holds.

        The search may have been stopped within a depth, or have ended at once because only one move was possible. This
        takes some milliseconds more for each move.
        """
        undecided = [found.move for found in self.ranked if abs(found.score) <= WON]
        if not undecided:
            return
        nodes = min(_LAST_NODES, task.nodes * _PERCENT // 100 // len(undecided))
        was_stopped = self.is_stopped
        self.position["stop"] = 0
        self._tell_losses(task, [move for move in undecided if self.refutes(task, move, nodes)])
        if self.ranked[0].score < -WON:
            self.position["node_limit"] = self.nodes + nodes // 2
            self._deepen_while_refuted(task)
        self.position["stop"] = was_stopped

    def _tell_losses(self, task: Task, lost: Sequence[int]) -> None:
        """Rank the moves after which the opponent's win is known behind the others."""
        found = [
            self.result_of(task, each.move, each.depth, UNMEASURED - WIN, is_whole=False) if each.move in lost else each
            for each in self.ranked
        ]
        self.ranked = tuple(sorted(found, key=lambda each: -each.score))

    def _deepen_until_refuted(self, task: Task) -> bool:
        """Search with increasing depth.

        Return True, to begin again, if the opponent has a forced win after the move found.
        """
        score = 0
        for depth in self.depths(task):
            if task.skips(depth):
                continue
            score = self._search_around(task, score, depth)
            if self.is_stopped:
                break
            if score > -WON and self.is_refuted(task, best := int(self.position["best"][0])):
                # Shallow depths soon find another move.
                self.ranked = (self.result_of(task, best, depth, UNMEASURED - WIN, is_whole=False),)
                return True
            self._take(task, depth, score, is_whole=True)
            if self.ranked and not task.goes_on(self.ranked[0]):
                break
        return False

    def _search_around(self, task: Task, score: int, depth: int) -> int:
        """Search with an aspiration window around the previous score, widened until it contains the score."""
        below = above = WINDOW if depth > 4 else 2 * WIN
        while True:
            alpha, beta = max(-WIN, score - below), min(WIN, score + above)
            self.position["best"] = -1
            found = self.search(task, alpha, beta, depth)
            if self.is_stopped:
                # In an unfinished search a loss is not proven: moves not searched yet may avoid it.
                if self.position["best_score"][0] > max(alpha, -WON):
                    self._take(task, depth, int(self.position["best_score"][0]), is_whole=False)
                return found
            if alpha < found < beta or abs(found) > WON:
                return found
            if self.plays_out(depth):
                # The score found is an exact bound here, so it is the next guess.
                score = found
                continue
            below = 4 * below if found <= alpha else below
            above = 4 * above if found >= beta else above

    def _take(self, task: Task, depth: int, score: int, *, is_whole: bool) -> None:
        best = int(self.position["best"][0])
        if best >= 0:
            self.ranked = (self.result_of(task, best, depth, score, is_whole=is_whole),)

    def result_of(self, task: Task, move: int, depth: int, score: int, *, is_whole: bool) -> ThreadResult:
        """Return the search result for a move, with its principal variation."""
        line = self.line_from(task, move, score) if task.tells_lines else (move,)
        return ThreadResult(move, depth, score, is_whole, line)
