"""The engine of games in which stones of two colours are put on a square board, one or more a turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from game.kit.lines import position as board
from game.kit.lines.rules import Rules
from game.kit.lines.search_thread import Stone, StoneWorker
from game.kit.lines.settings import FULL, SearchSettings
from game.kit.lines.tables import Record, build
from game.kit.lines.weights import Fitted
from game.kit.search.search_engine import MEMORY_BITS, SearchEngine

#: Column and row from the top left.
Point = tuple[int, int]
#: The type of a search thread of the game.
Thread = TypeVar("Thread", bound=StoneWorker)


class StoneEngine(SearchEngine[Thread, Point]):
    """An engine whose moves are points: column and row from the top left."""

    proof_entries: ClassVar[int]
    """The number of entries of the proof table."""

    def __init__(
        self,
        rules: Rules,
        size: int,
        memory_bits: int = MEMORY_BITS,
        evaluation: Fitted | None = None,
        settings: SearchSettings = FULL,
    ) -> None:
        """``evaluation``: weights other than those shipped for the rules."""
        self.size = size
        self._tables = build(rules, evaluation, settings)
        self._stones: tuple[Stone, ...] = ()
        self._left = 1
        super().__init__(self._another(), memory_bits, self.proof_entries)

    @abstractmethod
    def is_urgent(self, side: int) -> bool:
        """Whether the side on turn, or the other one with its next turn, wins unless it is stopped."""

    @abstractmethod
    def is_quiet(self, side: int) -> bool:
        """Whether a search that reaches this position as a leaf asks the evaluation."""

    @property
    def tables(self) -> Record:
        """The record of the lookup tables of the search."""
        return self._tables[0]

    def set_stones(self, stones: Sequence[Stone], left: int = 1) -> None:
        """Put down column, row and colour (0 or 1) of every stone, oldest first; ``left`` stones remain of the turn."""
        self._stones, self._left = tuple(stones), left
        self._prepare(self._workers[0])

    def seek_wins(self, does: bool) -> None:
        """Set whether searches look for VCF and VCT in every position; they do from the start."""
        self._workers[0].position["seeks_wins"] = does

    def _prepare(self, helper: Thread) -> None:
        helper.set_stones(self._stones)
        helper.left = self._left
        helper.position["seeks_wins"] = self._workers[0].position["seeks_wins"]

    def _told(self, move: int) -> Point:
        return board.column_and_row(move)
