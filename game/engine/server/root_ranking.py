"""Rankings of the moves of a position by a search for several best moves, and choices from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game.core.model import Place, State
from game.core.notation import Remark
from game.core.ruleset import Ruleset, parse_move


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A move for one stone, with its search report: score and verdict for the side that makes it."""

    cell: int
    remark: Remark

    @property
    def is_lost(self) -> bool:
        """True if the search has proved that the move loses."""
        return self.remark.score < 0 and bool(self.remark.verdict)


@dataclass(slots=True)
class RootRanking:
    """A listener to a search for several best moves, which keeps the ranking of the last completed depth."""

    ruleset: Ruleset
    state: State
    moves: tuple[RankedMove, ...] = ()
    """The moves, best first; each is a stone."""
    _remarks: dict[int, Remark] = field(default_factory=dict)

    def take(self, remark: Remark) -> None:
        """Take a report. The reports of a depth come in the order of their ranks, and that of the best move is last."""
        if not remark.variation:
            return
        self._remarks[remark.rank] = remark
        if remark.rank == 1:
            ranked = [self._remarks[rank] for rank in sorted(self._remarks)]
            self.moves = tuple(self._ranked(each for each in ranked if each.depth == remark.depth))

    def _ranked(self, remarks: Iterable[Remark]) -> Iterable[RankedMove]:
        for remark in remarks:
            move = parse_move(self.ruleset.info, self.state, remark.variation[0])
            if isinstance(move, Place):
                yield RankedMove(move.cell, remark)


def most_even(moves: Sequence[RankedMove], bias: int) -> RankedMove:
    """Return the move whose score is nearest to ``bias`` points; of equal ones the first."""
    return min(moves, key=lambda move: abs(move.remark.score - bias))


def first_cells(state: State) -> list[int]:
    """Return the cells of an eighth of an empty square board: every other first stone is a reflection of one there."""
    cells, middle = state.geometry.cells, (state.geometry.columns - 1) // 2
    return [cell for cell, (x, y) in enumerate(cells) if x <= y <= middle]
