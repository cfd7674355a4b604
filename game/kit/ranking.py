"""The best few moves of a position, each with a score of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.kit import position as board
from game.kit.scores import WIN
from game.kit.search import first_guess
from game.kit.tables import CELLS, CellClass
from game.kit.threats import is_forbidden

if TYPE_CHECKING:
    from game.kit.worker import Result, Task, Worker


@dataclass(slots=True)
class _Scored:
    """A stone and what it is worth at the depth that was searched last."""

    cell: int
    score: int = 0


class Ranking:
    """Searches every sensible stone of a worker's position, and as many as are wanted without bounds."""

    def __init__(self, worker: Worker, task: Task) -> None:
        self._worker, self._task = worker, task
        self._moves = [_Scored(cell) for cell in self._candidates()]

    def deepen(self) -> None:
        """Looks ever deeper until the task ends; what it finds is in ``worker.ranked`` after each whole depth."""
        for depth in self._task.depths:
            scored = self._search_all(depth)
            if self._worker.is_stopped:
                break
            others = [move for move in self._moves if all(move.cell != best.cell for best in scored)]
            self._moves = scored + others
            self._worker.ranked = tuple(self._result(move, depth) for move in scored)
            if not self._worker.ranked or not self._task.goes_on(self._worker.ranked[0]):
                break

    def _candidates(self) -> list[int]:
        """The empty cells near a stone that may be used, the first guess before the others."""
        position, tables, side = self._worker.position[0], self._worker.tables[0], self._task.side
        guess = int(first_guess(position, tables, side))
        size = int(position["size"])
        cells = (board.cell_at(x, y) for y in range(size) for x in range(size))
        near = (cell for cell in cells if not position["stones"][cell] and position["neighbours"][cell])
        banned = side == 0 and tables["banned"]
        allowed = [cell for cell in near if cell != guess and not (banned and is_forbidden(position, tables, cell))]
        return ([guess] if guess >= 0 else []) + allowed

    def _search_all(self, depth: int) -> list[_Scored]:
        """The best stones, the best first; the rest is only shown not to be among them."""
        best: list[_Scored] = []
        for move in self._moves:
            is_full = len(best) >= self._task.best
            bound = best[-1].score if is_full else -WIN
            score = self._score(move.cell, depth, bound, bound + 1 if is_full else WIN)
            if is_full and score > bound and not self._worker.is_stopped:
                score = self._score(move.cell, depth, bound, WIN)
            if self._worker.is_stopped:
                break
            if not is_full or score > bound:
                best = sorted([*best, _Scored(move.cell, score)], key=lambda scored: -scored.score)[: self._task.best]
        return best

    def _score(self, cell: int, depth: int, alpha: int, beta: int) -> int:
        """What a stone is worth, exact between the bounds."""
        worker, side = self._worker, self._task.side
        position, tables = worker.position[0], worker.tables[0]
        if position["classes"][side * CELLS + cell] == CellClass.FIVE:
            return WIN - 1
        board.place(position, tables, cell, side)
        score = -worker.search(self._task, -beta, -alpha, depth - 1, ply=1)
        board.take_back(position, tables)
        return score

    def _result(self, move: _Scored, depth: int) -> Result:
        return self._worker.result_of(self._task, move.cell, depth, move.score, is_whole=True)
