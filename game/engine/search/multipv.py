"""Multi-PV search: finds the best moves of a position, each with its own score and variation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from game.engine.search.task import WIN, WON, Task, ThreadResult


class RankedSearch(Protocol):
    """Protocol for a search thread, with the members that multi-PV search needs.

    ``SearchThread`` provides them.
    """

    ranked: tuple[ThreadResult, ...]

    @property
    def is_stopped(self) -> bool:
        """True if the search was stopped."""

    def candidates(self, task: Task) -> list[int]:
        """Return all sensible moves, the most promising ones first."""

    def depths(self, task: Task) -> Sequence[int]:
        """Return the search depths of iterative deepening, in order."""

    def score_of(self, task: Task, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return a move's score for the side to move; exact if between ``alpha`` and ``beta``."""

    def is_refuted(self, task: Task, move: int) -> bool:
        """Return True if the opponent's forced win after a move is found within the share of the nodes meant for it."""

    def result_of(self, task: Task, move: int, depth: int, score: int, *, is_whole: bool) -> ThreadResult:
        """Return the search result for a move, with the principal variation that begins with it."""


@dataclass(slots=True)
class _Scored:
    """A move and its score at the depth searched last."""

    move: int
    score: int = 0


class MultiPv:
    """Multi-PV search in one thread, which computes exact scores only for the best moves."""

    def __init__(self, search: RankedSearch, task: Task) -> None:
        self._search, self._task = search, task
        self._moves = [_Scored(move) for move in search.candidates(task)]

    def deepen(self) -> None:
        """Search with increasing depth until the task ends.

        ``search.ranked`` has the results of each completed depth.
        """
        for depth in self._search.depths(self._task):
            scored = self._search_unrefuted(depth)
            if self._search.is_stopped:
                break
            others = [move for move in self._moves if all(move.move != best.move for best in scored)]
            self._moves = scored + others
            self._search.ranked = tuple(self._result(move, depth) for move in scored)
            if not self._search.ranked or not self._task.goes_on(self._search.ranked[0]):
                break

    def _search_unrefuted(self, depth: int) -> list[_Scored]:
        """Search all moves to a depth, and again as long as the opponent has a forced win after one of the best."""
        while True:
            scored = self._search_all(depth)
            open_moves = [each.move for each in scored if each.score > -WON]
            if self._search.is_stopped or not any(self._search.is_refuted(self._task, move) for move in open_moves):
                return scored

    def _search_all(self, depth: int) -> list[_Scored]:
        """Search all moves to a depth, and return the best ones with their scores, best first.

        The other moves are only shown to be worse.
        """
        best: list[_Scored] = []
        for move in self._moves:
            is_full = len(best) >= self._task.best
            bound = best[-1].score if is_full else -WIN
            score = self._score(move.move, depth, bound, bound + 1 if is_full else WIN)
            if is_full and score > bound and not self._search.is_stopped:
                score = self._score(move.move, depth, bound, WIN)
            if self._search.is_stopped:
                break
            if not is_full or score > bound:
                best = sorted([*best, _Scored(move.move, score)], key=lambda scored: -scored.score)[: self._task.best]
        return best

    def _score(self, move: int, depth: int, alpha: int, beta: int) -> int:
        return self._search.score_of(self._task, move, depth, alpha, beta)

    def _result(self, scored: _Scored, depth: int) -> ThreadResult:
        return self._search.result_of(self._task, scored.move, depth, scored.score, is_whole=True)
