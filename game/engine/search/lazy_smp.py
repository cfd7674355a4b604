"""Lazy SMP (parallel search with a shared table): the threads of one search, and their combined result."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.engine.search.search_thread import SearchThread
from game.engine.search.task import WIN, WON, Task, ThreadResult
from game.engine.search.time_manager import TimeManager

#: Seconds a stopped search has to report the result at its current depth.
PATIENCE_SECONDS = 0.02
#: Number of different depths at which the threads begin.
_STAGGERED = 4


#: The type of a move of the caller.
Told = TypeVar("Told")


@dataclass(frozen=True)
class Found(Generic[Told]):
    """A result of the search: the best move with its depth, score, nodes, seconds and variation."""

    move: Told
    depth: int = 0
    score: int = 0
    nodes: int = 0
    seconds: float = 0.0
    variation: tuple[Told, ...] = ()
    rank: int = 1
    """Rank in multi-PV: 1 for the best move, 2 for the second best."""
    is_whole: bool = True
    """True if the depth was completed."""

    @property
    def is_decided(self) -> bool:
        """True if the score is a proven win or loss."""
        return abs(self.score) > WON

    @property
    def plies(self) -> int:
        """Plies to the end of a decided game."""
        return WIN - abs(self.score)

    @property
    def speed(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


class LazySmp(Generic[Told]):
    """The threads of one search; the first one decides when to stop, the helpers fill the transposition table."""

    def __init__(
        self, search_threads: Sequence[SearchThread], time_manager: TimeManager, told: Callable[[int], Told]
    ) -> None:
        """Create a search with its threads; ``told`` converts a move of the search into a move of the caller."""
        self.search_threads = search_threads
        self._time_manager = time_manager
        self._told = told
        self._ended = threading.Event()
        self._told_depth = 0
        """Depth of the results reported last."""

    def start(self, task: Task) -> None:
        """Start all search threads on the task."""
        first, *helpers = self.search_threads
        first.start(replace(task, goes_on=self._first_goes_on), self._ended.set)
        for number, helper in enumerate(helpers, start=1):
            # Helpers begin at different depths, so that they do not all search the same.
            depths = task.depths[min(number % _STAGGERED, len(task.depths) - 1) :]
            help_with = replace(task, best=1, depths=depths, goes_on=self._helper_goes_on, skips=self._is_known)
            helper.start(help_with, _nothing)

    def stop(self) -> None:
        """Stop all search threads and wait for them, but only for a moment.

        A thread without a processor may end later; its next search waits for it.
        """
        for thread in self.search_threads:
            thread.stop()
        patience = TimeManager(PATIENCE_SECONDS)
        for thread in self.search_threads:
            thread.join(max(0.0, patience.left))

    def wait(self, seconds: float) -> bool:
        """Wait at most ``seconds`` for the end of the search or of its time. Return True if it is over."""
        is_ended = self._ended.wait(max(0.0, min(seconds, self._time_manager.left)))
        return is_ended or self._time_manager.left <= 0

    def _is_known(self, depth: int) -> bool:
        """Return True if the first thread has already completed this depth."""
        ranked = self.search_threads[0].ranked
        return bool(ranked) and ranked[0].depth >= depth

    def _first_goes_on(self, result: ThreadResult) -> bool:
        """Return True if the first thread may begin another depth."""
        return not result.is_decided and self._time_manager.goes_on(result)

    def _helper_goes_on(self, result: ThreadResult) -> bool:
        """Return True if a helper may begin another depth; a helper that proves a win or loss ends the search."""
        if result.is_decided:
            self._ended.set()
        return not result.is_decided

    def found(self) -> Iterator[Found[Told]]:
        """Yield the current results, best move last, of the first thread or of a helper that searched deeper.

        Results of a previous depth that were not reported yet come first, so that the reports of the last two depths do
        not depend on timing.
        """
        ranked, shallower = self._ranked(), self.search_threads[0].shallower
        if ranked and shallower and self._told_depth < shallower[0].depth < ranked[0].depth:
            yield from self._found(shallower)
        self._told_depth = ranked[0].depth if ranked else 0
        yield from self._found(ranked)

    def _found(self, ranked: Sequence[ThreadResult]) -> Iterator[Found[Told]]:
        nodes, seconds = sum(thread.nodes for thread in self.search_threads), self._time_manager.elapsed
        for rank, result in reversed(list(enumerate(ranked, start=1))):
            line = tuple(map(self._told, result.line))
            yield Found(line[0], result.depth, result.score, nodes, seconds, line, rank, result.is_whole)

    def _ranked(self) -> tuple[ThreadResult, ...]:
        first, *helpers = (thread.ranked for thread in self.search_threads)
        if len(first) > 1:
            return first
        found = [ranked for ranked in (first, *helpers) if ranked]
        return max(found, key=lambda ranked: _weight(ranked[0]), default=())

    def raise_error(self) -> None:
        """Raise the exception of a search that failed."""
        for thread in self.search_threads:
            if thread.error is not None:
                raise thread.error


def _weight(result: ThreadResult) -> tuple[bool, float]:
    """Return a sort key for results of threads: proven wins and losses first, then by depth and completion."""
    return result.is_decided, result.depth + 0.5 * result.is_whole


def _nothing() -> None:
    """Ignore the end of a helper thread, because it does not end the search."""
