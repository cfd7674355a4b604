"""Which positions of a game are looked at, and for how long: first each of them, then those in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.analysis.review.evaluation import Evaluation, ProofStatus
from game.analysis.review.judgement import ReadPositions
from game.core.match import Match

#: The parts of a position's effort that the first look at it takes, and the look for other moves as good as the best.
_FIRST, _OTHERS = 0.5, 0.2
#: The loss of winning chance from which on a move is in doubt.
_DOUBTFUL = 0.01
#: How many times the effort of the look before it a further look has, and the most times that of the first.
_FURTHER, _FARTHEST = 2.0, 16.0
#: How many times a position's effort the last escape gets at most.
_ESCAPE = 8.0


@dataclass(frozen=True, slots=True)
class Effort:
    """How much the engine may look at one position."""

    seconds: float
    nodes: int = 0
    """0 for no limit."""

    def times(self, factor: float) -> Effort:
        """So many times this effort."""
        return Effort(factor * self.seconds, max(1, round(factor * self.nodes)) if self.nodes else 0)

    @property
    def amount(self) -> float:
        """The effort as a number: nodes where they are counted, else seconds."""
        return float(self.nodes) or self.seconds


@dataclass(frozen=True, slots=True)
class AnalysisPass:
    """A question about a position."""

    number: int
    """The plies before the position."""
    effort: Effort
    best: int = 1
    """How many best moves are asked for."""
    is_for_others: bool = False
    """Whether it is to tell what the second best move loses."""
    is_repeated: bool = False
    """Whether it was put before, and brought nothing."""


class AnalysisSchedule:
    """The looks of one pass over a game, whose effort is so much a position.

    A decided position takes less than its share. What it leaves goes to the last escape first, then to the positions
    beside moves that seem to lose something, so that no slip is told that is none.
    """

    def __init__(self, match: Match, numbers: Sequence[int], effort: Effort, first: int) -> None:
        """``numbers`` are the positions by the plies before them, the last one first; ``first`` is the ply to judge."""
        self._match = match
        self._numbers = numbers
        self._effort = effort
        self._first = first
        self._left = len(numbers) * effort.amount
        self._rounds = self._all_rounds()
        self._readings: Mapping[int, Evaluation] = {}

    def spend(self, amount: float) -> None:
        """Count what a look took: nodes where they are counted, else seconds."""
        self._left -= amount

    def next_looks(self, readings: Mapping[int, Evaluation]) -> list[AnalysisPass]:
        """The next looks, in their order, by what is known; none when the pass is over."""
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
        """Whether a look at a position may find more than is known."""
        known = self._readings.get(number)
        if known is None:
            return True
        return known.fate is ProofStatus.OPEN and (effort.nodes > 0 or known.seconds < effort.seconds)

    def _escape_looks(self) -> Iterator[list[AnalysisPass]]:
        """The position of the last escape, ever longer until it is proved lost: then an earlier one is the escape."""
        looked: dict[int, float] = {}
        while (ply := ReadPositions(self._match, self._readings).last_open_ply(self._first)) is not None:
            number = ply - 1
            looked[number] = factor = _FURTHER * looked.get(number, _FIRST)
            effort = self._effort.times(factor)
            if factor > _ESCAPE or effort.amount > self._left or not self._gains(number, effort):
                return
            yield [AnalysisPass(number, effort)]

    def _looks_for_others(self) -> list[AnalysisPass]:
        """Of the positions in which the best move was made: was there another as good?"""
        effort, positions = self._effort.times(_OTHERS), ReadPositions(self._match, self._readings)
        played = (number for number in self._numbers if self._first - 1 <= number < len(self._match.plies))
        return [
            AnalysisPass(number, effort, best=2, is_for_others=True)
            for number in played
            if number in self._readings and positions.is_best(number + 1) and len(self._readings[number].candidates) < 2
        ]

    def _further_looks(self, effort: Effort) -> list[AnalysisPass]:
        """The open positions beside moves in doubt, those that seem to lose most first, while effort lasts."""
        positions, chosen = ReadPositions(self._match, self._readings), dict[int, None]()
        losses = {ply: positions.loss(ply) for ply in range(self._first, len(self._match.plies) + 1)}
        for ply in sorted(losses, key=lambda ply: -losses[ply]):
            if losses[ply] >= _DOUBTFUL:
                chosen |= dict.fromkeys(number for number in (ply - 1, ply) if number in self._readings)
        affordable = [number for number in chosen if self._gains(number, effort)]
        affordable = affordable[: max(0, int(self._left / effort.amount))]
        return [AnalysisPass(number, effort) for number in sorted(affordable, reverse=True)]
