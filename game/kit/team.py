"""The threads of one search, and what they have found together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from game.kit import position as board
from game.kit.pace import Pace
from game.kit.search import WIN, WON
from game.kit.worker import Result, Task, Worker


@dataclass(frozen=True, slots=True)
class Found:
    """What the search has found: the best stone, as column and row from the top left, and how good it is."""

    point: tuple[int, int]
    depth: int = 0
    score: int = 0
    nodes: int = 0
    seconds: float = 0.0
    variation: tuple[tuple[int, int], ...] = ()

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


class Team:
    """Workers at one task; the first decides how long it goes on, the others help it."""

    def __init__(self, workers: Sequence[Worker], pace: Pace) -> None:
        self.workers = workers
        self._pace = pace
        self._ended = threading.Event()

    def start(self, task: Callable[[int], Task]) -> None:
        """Sets each worker to its task, by its number."""
        for number, worker in enumerate(self.workers):
            worker.start(task(number), self._ended.set if number == 0 else _nothing)

    def stop(self) -> None:
        """Ends every search and waits for it."""
        for worker in self.workers:
            worker.stop()
        for worker in self.workers:
            worker.join()

    def wait(self, seconds: float) -> bool:
        """Waits so long, or until the search ends or its time is over, and says whether it has."""
        is_ended = self._ended.wait(max(0.0, min(seconds, self._pace.left)))
        return is_ended or self._pace.left <= 0

    def is_known(self, depth: int) -> bool:
        """Whether the first worker has searched a depth already."""
        first = self.workers[0].result
        return first is not None and first.depth >= depth

    def judge(self, result: Result) -> bool:
        """Whether the first worker begins another depth."""
        return not result.is_decided and self._pace.goes_on(result)

    def judge_help(self, result: Result) -> bool:
        """Whether a helper does; one that finds the game decided ends the search."""
        if result.is_decided:
            self._ended.set()
        return not result.is_decided

    def found(self) -> Iterator[Found]:
        """What was found so far, if anything: the first worker's result, unless a helper looked deeper."""
        results = [worker.result for worker in self.workers if worker.result is not None]
        if results:
            best = max(results, key=lambda result: (result.is_decided, result.depth + 0.5 * result.is_whole))
            point = board.column_and_row(best.cell)
            nodes = sum(worker.nodes for worker in self.workers)
            yield Found(point, best.depth, best.score, nodes, self._pace.elapsed, (point,))

    def raise_error(self) -> None:
        """Raises what a search raised."""
        for worker in self.workers:
            if worker.error is not None:
                raise worker.error


def _nothing() -> None:
    """A helper that ends is not waited for."""
