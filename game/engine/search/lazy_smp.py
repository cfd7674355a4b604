"""Lazy SMP: the threads of one search, and their combined result."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.engine.search.scores import WIN, WON
from game.engine.search.search_thread import SearchThread
from game.engine.search.task import Task, ThreadResult
from game.engine.search.time_manager import TimeManager

#: Seconds that a stopped search has to report what it found at its current depth.
PATIENCE_SECONDS = 0.005
#: The number of different depths at which the threads begin.
_STAGGERED = 4


#: The type of a move as callers see it.
Told = TypeVar("Told")


@dataclass(frozen=True)
class Found(Generic[Told]):
    """A result of the search: the best move, and how good it is."""

    move: Told
    depth: int = 0
    score: int = 0
    nodes: int = 0
    seconds: float = 0.0
    variation: tuple[Told, ...] = ()
    rank: int = 1
    """The rank in multi-PV: 1 for the best move, 2 for the next best."""
    is_whole: bool = True
    """Whether the depth was searched to its end."""

    @property
    def is_decided(self) -> bool:
        """Whether the score is a certain win or loss."""
        return abs(self.score) > WON

    @property
    def plies(self) -> int:
        """Plies to the end of a decided game."""
        return WIN - abs(self.score)

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


class LazySmp(Generic[Told]):
    """The threads of one search; the first decides how long it goes on, the helpers fill the transposition table."""

    def __init__(
        self, search_threads: Sequence[SearchThread], time_manager: TimeManager, told: Callable[[int], Told]
    ) -> None:
        """``told`` translates a move of the search into one of the caller."""
        self.search_threads = search_threads
        self._time_manager = time_manager
        self._told = told
        self._ended = threading.Event()
        self._told_depth = 0
        """The depth of the results that were told last."""

    def start(self, task: Task) -> None:
        """Start every thread on the task."""
        first, *helpers = self.search_threads
        first.start(replace(task, goes_on=self._first_goes_on), self._ended.set)
        for number, helper in enumerate(helpers, start=1):
            # Each begins at a depth of its own, so that they do not all search the same.
            depths = task.depths[min(number % _STAGGERED, len(task.depths) - 1) :]
            help_with = replace(task, best=1, depths=depths, goes_on=self._helper_goes_on, skips=self._is_known)
            helper.start(help_with, _nothing)

    def stop(self) -> None:
        """End every search. A thread that gets no core is not waited for here, but before its next search."""
        for thread in self.search_threads:
            thread.stop()
        patience = TimeManager(PATIENCE_SECONDS)
        for thread in self.search_threads:
            thread.join(max(0.0, patience.left))

    def wait(self, seconds: float) -> bool:
        """Wait so many seconds, or until the search or its time ends; returns whether it has ended."""
        is_ended = self._ended.wait(max(0.0, min(seconds, self._time_manager.left)))
        return is_ended or self._time_manager.left <= 0

    def _is_known(self, depth: int) -> bool:
        """Whether the first thread has already searched a depth."""
        ranked = self.search_threads[0].ranked
        return bool(ranked) and ranked[0].depth >= depth

    def _first_goes_on(self, result: ThreadResult) -> bool:
        """Whether the first thread begins another depth."""
        return not result.is_decided and self._time_manager.goes_on(result)

    def _helper_goes_on(self, result: ThreadResult) -> bool:
        """Whether a helper begins another depth; one that finds the game decided ends the search."""
        if result.is_decided:
            self._ended.set()
        return not result.is_decided

    def found(self) -> Iterator[Found[Told]]:
        """The results so far, the best move last: those of the first thread, unless a helper searched deeper.

        Where a depth was over before anybody looked, its results come first: what is told of the last two depths does
        not depend on when that is.
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
    """The weight of a result in the comparison of threads: decided before deep before finished."""
    return result.is_decided, result.depth + 0.5 * result.is_whole


def _nothing() -> None:
    """A callback that does nothing, for helpers: the search does not end when one of them does."""
