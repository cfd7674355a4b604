"""What a review says about both sides of a game, in figures that are made once and kept as text."""

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
from game.progress.statistics.missed_threats import MissedThreat, MissedThreatFinder, is_slip

#: Goes up when figures mean something else; those of another version are made anew.
FIGURES_VERSION = 4
#: The classes of the moves that count as mistakes.
MISTAKES = (MoveClass.MISTAKE, MoveClass.BLUNDER)


@dataclass(frozen=True, slots=True)
class CountedMistake:
    """A move with which something better was missed."""

    ply: int
    """From 1."""
    kind: MoveClass
    loss: float
    """What it lost of the winning chance, 0 to 1."""
    overlooked: MissedThreat


@dataclass(frozen=True, slots=True)
class PhaseFigures:
    """The judged moves of a side in one phase, or in several: sums that can be added up."""

    moves: int = 0
    loss: float = 0.0
    """What they lost of the winning chance, together."""
    accuracy: float = 0.0
    """Their accuracy, 0 to 100, times their number."""
    mistakes: int = 0
    """How many of them were mistakes or blunders."""

    def __add__(self, other: PhaseFigures) -> PhaseFigures:
        return PhaseFigures(
            self.moves + other.moves,
            self.loss + other.loss,
            self.accuracy + other.accuracy,
            self.mistakes + other.mistakes,
        )

    @property
    def mean_accuracy(self) -> float | None:
        """The accuracy, 0 to 100, in the mean of several games; None without moves."""
        return self.accuracy / self.moves if self.moves else None


@dataclass(frozen=True, slots=True)
class SideFigures:
    """One side of a reviewed game."""

    accuracy: float | None = None
    """0 to 100; None without a judged move."""
    phases: Mapping[GamePhase, PhaseFigures] = field(default_factory=dict)
    classes: Mapping[MoveClass, int] = field(default_factory=dict)
    """How many moves of each class; those that were not judged are left out."""
    slips: tuple[CountedMistake, ...] = ()
    escapes: int = 0
    """How often the only move that did not lose was found."""

    @property
    def whole(self) -> PhaseFigures:
        """All phases together."""
        return sum(self.phases.values(), PhaseFigures())

    @property
    def mistakes(self) -> int:
        """How many moves were mistakes or blunders."""
        return sum(self.classes.get(kind, 0) for kind in MISTAKES)


#: Seat 0, then seat 1.
GameFigures = tuple[SideFigures, SideFigures]


#: Makes the figures of a game in steps, which are its value in the end.
FiguresInSteps = Generator[None, None, GameFigures]


def figures_of(match: Match, review: GameReview) -> GameFigures:
    """The figures of both sides of a game that was read from its first ply on."""
    steps = figures_in_steps(match, review)
    while True:
        try:
            next(steps)
        except StopIteration as made:
            figures: GameFigures = made.value
            return figures


def figures_in_steps(match: Match, review: GameReview) -> FiguresInSteps:
    """The same, with a pause after each slip: what one overlooks takes a while to find out."""
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
    slips: list[CountedMistake] = []
    for move in filter(is_slip, judged):
        slips.append(CountedMistake(move.ply, move.kind, move.loss, overlooking.of(move)))
        yield
    classes, escapes = Counter(move.kind for move in judged), sum(move.is_escape for move in judged)
    return SideFigures(review.accuracy[seat], figures, classes, tuple(slips), escapes)


def _figures(review: GameReview, moves: Sequence[JudgedMove]) -> PhaseFigures:
    """The figures of some moves of one side, their accuracy measured like that of a game."""
    chances = [0.5 if chance is None else chance for chance in review.chances]
    accuracy = accuracy_of_game(chances, [(move.ply - 1, move.loss) for move in moves]) or 0.0
    mistakes = sum(move.kind in MISTAKES for move in moves)
    return PhaseFigures(len(moves), sum(move.loss for move in moves), accuracy * len(moves), mistakes)


# As text


def write_figures(figures: GameFigures) -> str:
    """The figures as text; ``read_figures`` reads it."""
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
        "slips": [[slip.ply, slip.kind.value, round(slip.loss, 4), slip.overlooked.value] for slip in side.slips],
        "escapes": side.escapes,
    }


@lru_cache(maxsize=4096)
def read_figures(text: str) -> GameFigures | None:
    """The figures in a text; None where it is no such text."""
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
    """A number of the text; raises ValueError for one that is none, or not from 0 to ``most``."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise ValueError
    return float(value)
