"""The engine of games in which a line of stones wins and a turn is one stone: a board and a pair of rules."""

from __future__ import annotations

from game.kit import position as board
from game.kit import proofs
from game.kit.fitted import Fitted
from game.kit.line_worker import LineWorker
from game.kit.rules import Rules
from game.kit.search_engine import MEMORY_BITS
from game.kit.settings import FULL, SearchSettings
from game.kit.stone_engine import StoneEngine
from game.kit.tables import build
from game.kit.threats import is_forbidden


class Engine(StoneEngine[LineWorker]):
    """A board of one size under one pair of rules, and what its searches remember."""

    def __init__(
        self,
        rules: Rules,
        size: int,
        memory_bits: int = MEMORY_BITS,
        evaluation: Fitted | None = None,
        settings: SearchSettings = FULL,
    ) -> None:
        super().__init__(size, build(rules, evaluation, settings), memory_bits, proofs.SIZE)

    def may_place(self, x: int, y: int, side: int) -> bool:
        """Whether a colour may use an empty cell."""
        if side == 1 or not self._tables[0]["banned"]:
            return True
        self._workers[0].join()
        return not is_forbidden(self._workers[0].position[0], self._tables[0], board.cell_at(x, y))

    def fives(self, side: int) -> int:
        """On how many cells a colour would win at once."""
        return self._workers[0].fives(side)

    def is_urgent(self, side: int) -> bool:
        """Whether somebody makes a five next."""
        return self.fives(side) > 0 or self.fives(1 - side) > 0

    def _another(self) -> LineWorker:
        return LineWorker(self.size, self._tables)
