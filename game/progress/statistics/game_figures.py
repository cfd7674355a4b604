"""Accuracy and mistakes of both sides of a reviewed game, computed once and stored as text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from game.analysis.review.accuracy import accuracy_of_game
from game.analysis.review.judgement import GameReview, JudgedMove, MoveClass
from game.analysis.review.phases import GamePhase, phases_of
from game.core.match import Match
from game.progress.statistics.missed_threats import MissedThreat, MissedThreatFinder, is_mistake

#: Version of the figures; increase it when their meaning changes, and stored ones are computed again.
FIGURES_VERSION = 4
#: Classes that count as mistakes.
MISTAKES = (MoveClass.MISTAKE, MoveClass.BLUNDER)


@dataclass(frozen=True, slots=True)
class CountedMistake:
    """A mistake, with the winning chance that it lost and the kind of threat that the player missed."""

    ply: int
    """Ply of the move, from 1."""
    kind: MoveClass
    loss: float
    """Loss of winning chance, 0 to 1."""
    overlooked: MissedThreat


@dataclass(frozen=True, slots=True)
class PhaseFigures:
    """Totals over the reviewed moves of one side in one or more phases of a game.

    Totals of several phases or games can be added.
    """

    moves: int = 0
    loss: float = 0.0
    """Total loss of winning chance."""
    accuracy: float = 0.0
    """Accuracy, 0 to 100, multiplied by the number of moves."""
    mistakes: int = 0
    """Number of mistakes and blunders."""

    def __add__(self, other: PhaseFigures) -> PhaseFigures:
        return PhaseFigures(
            self.moves + other.moves,
            self.loss + other.loss,
            self.accuracy + other.accuracy,
            self.mistakes + other.mistakes,
        )

    @property
    def mean_accuracy(self) -> float | None:
        """Average accuracy per move, 0 to 100; None if there are no moves."""
        return self.accuracy / self.moves if self.moves else None


@dataclass(frozen=True, slots=True)
class SideFigures:
    """Accuracy and mistakes of one side of a reviewed game, divided by phase."""

    accuracy: float | None = None
    """Accuracy, 0 to 100; None if no move was judged."""
    phases: Mapping[GamePhase, PhaseFigures] = field(default_factory=dict)
    classes: Mapping[MoveClass, int] = field(default_factory=dict)
    """Number of moves by class, without moves that were not judged."""
    counted_mistakes: tuple[CountedMistake, ...] = ()
    escapes: int = 0
    """Number of times that the side found the only move that did not lose."""

    @property
    def whole(self) -> PhaseFigures:
        """Totals over all phases of the game."""
        return sum(self.phases.values(), PhaseFigures())

    @property
    def mistakes(self) -> int:
        """Number of mistakes and blunders of the side."""
        return sum(self.classes.get(kind, 0) for kind in MISTAKES)


#: Figures of seat 0 and seat 1.
GameFigures = tuple[SideFigures, SideFigures]


#: Generator that computes the figures of a game in steps and returns them at the end.
FiguresInSteps = Generator[None, None, GameFigures]


def figures_in_steps(match: Match, review: GameReview) -> FiguresInSteps:
    """Compute accuracy and mistakes of both sides in steps, with a ``yield`` after each mistake.

    Each mistake takes a while.
    """
    phases, overlooking = phases_of(match), MissedThreatFinder(match)
    first = yield from _side(0, review, phases, overlooking)
    second = yield from _side(1, review, phases, overlooking)
    return first, second


def _side(
    seat: int, review: GameReview, phases: Mapping[int, GamePhase], overlooking: MissedThreatFinder
) -> Generator[None, None, SideFigures]:
    judged = [move for move in review.moves if move.seat == seat and move.kind is not MoveClass.UNJUDGED]
    by_phase: dict[GamePhase, list[JudgedMove]] = {}
    for move in judged:
        by_phase.setdefault(phases.get(move.ply, GamePhase.OPENING), []).append(move)
    figures = {phase: _figures(review, moves) for phase, moves in by_phase.items()}
    counted_mistakes: list[CountedMistake] = []
    for move in filter(is_mistake, judged):
        counted_mistakes.append(CountedMistake(move.ply, move.kind, move.loss, overlooking.of(move)))
        yield
    classes, escapes = Counter(move.kind for move in judged), sum(move.is_escape for move in judged)
    return SideFigures(review.accuracy[seat], figures, classes, tuple(counted_mistakes), escapes)


def _figures(review: GameReview, moves: Sequence[JudgedMove]) -> PhaseFigures:
    """Sum up the accuracy, lost winning chance and mistakes in the given moves of one side.

    The accuracy is computed like that of a whole game.
    """
    chances = [0.5 if chance is None else chance for chance in review.chances]
    accuracy = accuracy_of_game(chances, [(move.ply - 1, move.loss) for move in moves]) or 0.0
    mistakes = sum(move.kind in MISTAKES for move in moves)
    return PhaseFigures(len(moves), sum(move.loss for move in moves), accuracy * len(moves), mistakes)


# Storage


def write_figures(figures: GameFigures) -> str:
    """Convert the accuracy and mistakes of both sides to text that ``read_figures`` can parse."""
    return json.dumps([_written(side) for side in figures], separators=(",", ":"))


def _written(side: SideFigures) -> dict[str, Any]:
    sums = side.phases.items()
    return {
        "accuracy": None if side.accuracy is None else round(side.accuracy, 2),
        "phases": {
            phase.value: [each.moves, round(each.loss, 4), round(each.accuracy, 2), each.mistakes]
            for phase, each in sums
        },
        "classes": {kind.value: count for kind, count in side.classes.items()},
        "slips": [
            [slip.ply, slip.kind.value, round(slip.loss, 4), slip.overlooked.value] for slip in side.counted_mistakes
        ],
        "escapes": side.escapes,
    }


@lru_cache(maxsize=4096)
def read_figures(text: str) -> GameFigures | None:
    """Parse the accuracy and mistakes of both sides from text. Return None if the text is invalid."""
    try:
        first, second = json.loads(text)
        return _read(first), _read(second)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


def _read(told: Mapping[str, Any]) -> SideFigures:
    accuracy = told["accuracy"]
    return SideFigures(
        None if accuracy is None else _number(accuracy, 100),
        {
            GamePhase(phase): PhaseFigures(
                int(_number(moves)), _number(loss), _number(total, 100 * moves), int(_number(mistakes))
            )
            for phase, (moves, loss, total, mistakes) in told["phases"].items()
        },
        {MoveClass(kind): int(_number(count)) for kind, count in told["classes"].items()},
        tuple(
            CountedMistake(int(_number(ply)), MoveClass(kind), _number(loss, 1), MissedThreat(overlooked))
            for ply, kind, loss, overlooked in told["slips"]
        ),
        int(_number(told["escapes"])),
    )


def _number(value: object, most: float = 1_000_000) -> float:
    """Return a value as a number from 0 to ``most``. Raises ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise ValueError
    return float(value)
