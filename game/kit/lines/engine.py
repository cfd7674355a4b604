"""The engine of games of rows with one stone a turn: a board and a pair of rules."""

from __future__ import annotations

from game.kit.lines import position as board
from game.kit.lines import proofs
from game.kit.lines.line_worker import LineWorker
from game.kit.lines.stone_engine import StoneEngine
from game.kit.lines.vcf import is_forbidden, win_by_fours

#: Budget of the VCF search at a leaf: nodes, and the most fours in a row.
_LEAF_NODES, _LEAF_FOURS = 16, 10


class Engine(StoneEngine[LineWorker]):
    """A search engine for one board size and one pair of rules, with its transposition table."""

    proof_entries = proofs.SIZE

    def may_place(self, x: int, y: int, side: int) -> bool:
        """Whether a colour may place a stone on an empty cell."""
        if side == 1 or not self.tables["banned"]:
            return True
        self._workers[0].join()
        return not is_forbidden(self.position, self.tables, board.cell_at(x, y))

    def fives(self, side: int) -> int:
        """The number of cells on which a colour would win at once."""
        return self._workers[0].fives(side)

    def is_urgent(self, side: int) -> bool:
        """Whether either side can make a five with its next stone."""
        return self.fives(side) > 0 or self.fives(1 - side) > 0

    def is_quiet(self, side: int) -> bool:
        """Whether neither side can make a five next, and the side on turn has no VCF that a leaf would find."""
        position = self.position
        if self.is_urgent(side):
            return False
        position["four_nodes"], position["four_limit"] = 0, _LEAF_NODES
        has_nothing = int(position["counts"][side]) == 0
        return has_nothing or win_by_fours(position, self.tables, self._proofs, side, 0, _LEAF_FOURS) == 0

    def _another(self) -> LineWorker:
        return LineWorker(self.size, self._tables)
