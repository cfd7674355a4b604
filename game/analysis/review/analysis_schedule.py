"""Schedule of a game's analysis: search all positions once, then those around doubtful moves for longer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.analysis.review.evaluation import Evaluation, ProofStatus
from game.analysis.review.judgement import ReadPositions
from game.core.match import Match

#: Shares of a position's effort for its first search, and for the search for alternative moves.
_FIRST, _OTHERS = 0.5, 0.2
#: Loss of winning chance from which on a move is doubtful.
_DOUBTFUL = 0.01
#: Factor between the efforts of successive further searches, and the largest total factor.
_FURTHER, _FARTHEST = 2.0, 16.0
#: Maximum effort for the last escape, as a multiple of a position's effort.
_ESCAPE = 8.0


@dataclass(frozen=True, slots=True)
class Effort:
    """Limit of the engine's search for one position."""

    seconds: float
    nodes: int = 0
    """Maximum number of nodes to search, 0 for no limit."""

    def times(self, factor: float) -> Effort:
        """Return the search limit multiplied by a factor."""
        return Effort(factor * self.seconds, max(1, round(factor * self.nodes)) if self.nodes else 0)

    @property
    def amount(self) -> float:
        """The search limit as a plain number: of nodes if these are limited, otherwise of seconds."""
        return float(self.nodes) or self.seconds


@dataclass(frozen=True, slots=True)
class AnalysisPass:
    """A request to search one position of a game."""

    number: int
    """Number of plies before the position to search."""
    effort: Effort
    best: int = 1
    """Number of best moves that the search must find."""
    is_for_others: bool = False
    """True if the search compares the best move with the second-best one."""
    is_repeated: bool = False
    """True if the first attempt of this search had no result."""


class AnalysisSchedule:
    """The searches of one pass over a game's positions, with a limit on their total effort.

    A decided position takes less than its share. The rest is spent first on the loser's last chance (the last position
    that is not proved lost), then on the positions around moves that seem to be mistakes, to avoid wrong accusations.
    """

    def __init__(self, match: Match, numbers: Sequence[int], effort: Effort, first: int) -> None:
        """Create a schedule for the positions of a game, given by ply count in descending order.

        ``first`` is the first ply to judge.
        """
        self._match = match
        self._numbers = numbers
        self._effort = effort
        self._first = first
        self._left = len(numbers) * effort.amount
        self._rounds = self._all_rounds()
        self._readings: Mapping[int, Evaluation] = {}

    def spend(self, amount: float) -> None:
        """Subtract the effort of a finished search from the total of the pass.

        The effort is in nodes if these are limited, otherwise in seconds.
        """
        self._left -= amount

    def next_looks(self, readings: Mapping[int, Evaluation]) -> list[AnalysisPass]:
        """Return the next searches, chosen from the evaluations found. Empty if the pass is complete."""
        self._readings = readings
        return next((looks for looks in self._rounds if looks), [])

    def _all_rounds(self) -> Iterator[list[AnalysisPass]]:
        yield self._first_looks()
        yield from self._escape_looks()
        yield self._looks_for_others()
        factor = _FIRST
        while factor < _FARTHEST:
            factor *= _FURTHER
            yield self._further_looks(self._effort.times(factor))

    def _first_looks(self) -> list[AnalysisPass]:
        effort = self._effort.times(_FIRST)
        return [AnalysisPass(number, effort) for number in self._numbers if self._gains(number, effort)]

    def _gains(self, number: int, effort: Effort) -> bool:
        """Return True if a search with this effort may improve the evaluation of a position."""
        known = self._readings.get(number)
        if known is None:
            return True
        return known.proof_status is ProofStatus.OPEN and (effort.nodes > 0 or known.seconds < effort.seconds)

    def _escape_looks(self) -> Iterator[list[AnalysisPass]]:
        """Yield ever longer searches of the last position in which the loser was not proved lost.

        Once that position is proved lost, continue with the one before it.
        """
        looked: dict[int, float] = {}
        while (ply := ReadPositions(self._match, self._readings).last_open_ply(self._first)) is not None:
            number = ply - 1
            looked[number] = factor = _FURTHER * looked.get(number, _FIRST)
            effort = self._effort.times(factor)
            if factor > _ESCAPE or effort.amount > self._left or not self._gains(number, effort):
                return
            yield [AnalysisPass(number, effort)]

    def _looks_for_others(self) -> list[AnalysisPass]:
        """Return searches for the second-best move in the positions where the best move was played."""
        effort, positions = self._effort.times(_OTHERS), ReadPositions(self._match, self._readings)
        played = (number for number in self._numbers if self._first - 1 <= number < len(self._match.plies))
        return [
            AnalysisPass(number, effort, best=2, is_for_others=True)
            for number in played
            if number in self._readings and positions.is_best(number + 1) and len(self._readings[number].candidates) < 2
        ]

    def _further_looks(self, effort: Effort) -> list[AnalysisPass]:
        """Return further searches of the undecided positions around doubtful moves, largest losses first.

        The effort that is left limits their number.
        """
        positions, chosen = ReadPositions(self._match, self._readings), dict[int, None]()
        losses = {ply: positions.loss(ply) for ply in range(self._first, len(self._match.plies) + 1)}
        for ply in sorted(losses, key=lambda ply: -losses[ply]):
            if losses[ply] >= _DOUBTFUL:
                chosen |= dict.fromkeys(number for number in (ply - 1, ply) if number in self._readings)
        affordable = [number for number in chosen if self._gains(number, effort)]
        affordable = affordable[: max(0, int(self._left / effort.amount))]
        return [AnalysisPass(number, effort) for number in sorted(affordable, reverse=True)]
