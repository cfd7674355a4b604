"""Ablation: measures each idea of the search, the whole search against one with a single setting switched off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from game.cli.elo import SequentialTest, Verdict, difference
from game.cli.tune.contender import Contender
from game.cli.tune.gate import GateMatch, pairs
from game.kit.lines.settings import FULL, SearchSettings

#: Settings that only qualify another one, by when or how far it counts.
_DETAILS = frozenset({"singular_margin"})


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of an idea: the score of the whole search, pair by pair, against one without the idea."""

    idea: str
    scores: tuple[float, ...]


def ideas() -> tuple[str, ...]:
    """The settings whose value 0 switches an idea off."""
    return tuple(field.name for field in fields(SearchSettings) if field.name not in _DETAILS)


def gains(match: GateMatch, test: SequentialTest, games: int) -> Iterator[Gain]:
    """Play each idea's match until the test is decided or the games are used up."""
    for idea in ideas():
        found: list[float] = []
        without = Contender(settings=replace(FULL, **{idea: 0}))
        for score in pairs(match, [each.engine(match.tuned) for each in (Contender(), without)]):
            found.append(score)
            if test.verdict(found) is not Verdict.GOES_ON or 2 * len(found) >= games:
                break
        yield Gain(idea, tuple(found))


def row(gain: Gain, test: SequentialTest) -> str:
    """A line of the table."""
    elo, scores = difference(gain.scores), gain.scores
    return (
        f"{gain.idea:20} {2 * len(scores):6} {100 * sum(scores) / len(scores):7.1f} % "
        f"{elo.elo:+6.0f} {elo.low:+6.0f} {elo.high:+6.0f} {test.log_likelihood_ratio(scores):6.2f}  "
        f"{test.verdict(scores).value}"
    )


def heading(match: GateMatch, test: SequentialTest) -> Sequence[str]:
    """The lines above the table."""
    low, high = test.bounds
    return (
        f"The whole search against itself without one idea, {match.nodes} nodes a move, balanced openings from both",
        f"sides. Elo with its 95 % interval, and the log-likelihood ratio of the test ({low:.2f} to {high:.2f}).",
        f"{'without':20} {'games':>6} {'score':>9} {'Elo':>6} {'from':>6} {'to':>6} {'LLR':>6}  test",
    )
