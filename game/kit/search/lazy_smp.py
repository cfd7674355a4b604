"""The threads of one search, and what they have found together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.kit.search.scores import WIN, WON
from game.kit.search.task import Result, Task
from game.kit.search.time_manager import Pace
from game.kit.search.worker import Worker

#: Seconds that a search which was stopped has to say what it found in the depth that it was at.
PATIENCE_SECONDS = 0.005
#: Different depths at which the threads begin.
_STAGGERED = 4


#: How a move of the game is told.
Told = TypeVar("Told")


@dataclass(frozen=True)
class Found(Generic[Told]):
    """What the search has found: the best move, and how good it is."""

    move: Told
    depth: int = 0
    score: int = 0
    nodes: int = 0
    seconds: float = 0.0
    variation: tuple[Told, ...] = ()
    rank: int = 1
    """1 for the best move, 2 for the next best."""
    is_whole: bool = True
    """Whether the depth was searched to its end."""

    @property
    def is_decided(self) -> bool:
        """Whether the score is a win or a loss that is certain."""
        return abs(self.score) > WON

    @property
    def plies(self) -> int:
        """Plies to the end of a decided game."""
        return WIN - abs(self.score)

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


class Team(Generic[Told]):
    """Workers at one task; the first decides how long it goes on, the others help it."""

    def __init__(self, workers: Sequence[Worker], pace: Pace, told: Callable[[int], Told]) -> None:
        """``told`` says a move in the words of the game."""
        self.workers = workers
        self._pace = pace
        self._told = told
        self._ended = threading.Event()

    def start(self, task: Task) -> None:
        """Sets each worker to the task."""
        first, *helpers = self.workers
        first.start(replace(task, goes_on=self._first_goes_on), self._ended.set)
        for number, helper in enumerate(helpers, start=1):
            # Each begins at a depth of its own, so that they do not do the same work.
            depths = task.depths[min(number % _STAGGERED, len(task.depths) - 1) :]
            help_with = replace(task, best=1, depths=depths, goes_on=self._helper_goes_on, skips=self._is_known)
            helper.start(help_with, _nothing)

    def stop(self) -> None:
        """Ends every search. One that the system lets wait for a core is not waited for: its worker does later."""
        for worker in self.workers:
            worker.stop()
        patience = Pace(PATIENCE_SECONDS)
        for worker in self.workers:
            worker.join(max(0.0, patience.left))

    def wait(self, seconds: float) -> bool:
        """Waits so long, or until the search ends or its time is over, and says whether it has."""
        is_ended = self._ended.wait(max(0.0, min(seconds, self._pace.left)))
        return is_ended or self._pace.left <= 0

    def _is_known(self, depth: int) -> bool:
        """Whether the first worker has searched a depth already."""
        ranked = self.workers[0].ranked
        return bool(ranked) and ranked[0].depth >= depth

    def _first_goes_on(self, result: Result) -> bool:
        """Whether the first worker begins another depth."""
        return not result.is_decided and self._pace.goes_on(result)

    def _helper_goes_on(self, result: Result) -> bool:
        """Whether a helper does; one that finds the game decided ends the search."""
        if result.is_decided:
            self._ended.set()
        return not result.is_decided

    def found(self) -> Iterator[Found[Told]]:
        """What was found so far, the best move last: what the first worker found, unless a helper looked deeper."""
        nodes, seconds = sum(worker.nodes for worker in self.workers), self._pace.elapsed
        ranked = self._ranked()
        for rank, result in reversed(list(enumerate(ranked, start=1))):
            line = tuple(map(self._told, result.line))
            yield Found(line[0], result.depth, result.score, nodes, seconds, line, rank, result.is_whole)

    def _ranked(self) -> tuple[Result, ...]:
        first, *helpers = (worker.ranked for worker in self.workers)
        if len(first) > 1:
            return first
        found = [ranked for ranked in (first, *helpers) if ranked]
        return max(found, key=lambda ranked: _weight(ranked[0]), default=())

    def raise_error(self) -> None:
        """Raises what a search raised."""
        for worker in self.workers:
            if worker.error is not None:
                raise worker.error


def _weight(result: Result) -> tuple[bool, float]:
    """What makes one result count more than another."""
    return result.is_decided, result.depth + 0.5 * result.is_whole


def _nothing() -> None:
    """A helper that ends is not waited for."""
