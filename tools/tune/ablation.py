"""A measure of what each idea of the search gains: matches of the whole search against the same without one idea."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from game.engine.search.lines.settings import FULL, SearchSettings
from game.session.matches.elo import SequentialTest, difference
from tools.tune.contender import Contender
from tools.tune.gate import GateMatch

#: Settings that only adjust another one, so that switching them off alone means nothing.
_DETAILS = frozenset({"singular_margin"})


def ideas() -> tuple[str, ...]:
    """Return the names of the search settings that each switch off an idea of the search when set to 0."""
    return tuple(field.name for field in fields(SearchSettings) if field.name not in _DETAILS)


def without(idea: str) -> Contender:
    """Return a player for a match: the search with one idea switched off."""
    return Contender(settings=replace(FULL, **{idea: 0}))


def row(idea: str, scores: Sequence[float], test: SequentialTest) -> str:
    """Return a row of the table: what the whole search gains against the one without the idea.

    ``scores`` has its score from 0 to 1 in each pair of games.
    """
    elo = difference(scores)
    return (
        f"{idea:20} {2 * len(scores):6} {100 * sum(scores) / len(scores):7.1f} % "
        f"{elo.elo:+6.0f} {elo.low:+6.0f} {elo.high:+6.0f} {test.log_likelihood_ratio(scores):6.2f}  "
        f"{test.verdict(scores).value}"
    )


def heading(match: GateMatch, test: SequentialTest) -> Sequence[str]:
    """Return the lines above the table of gains, which describe the match and its test."""
    low, high = test.bounds
    return (
        f"The whole search against itself without one idea, {match.nodes} nodes a move, balanced openings from both",
        f"sides. Elo with its 95 % interval, and the log-likelihood ratio of the test ({low:.2f} to {high:.2f}).",
        f"{'without':20} {'games':>6} {'score':>9} {'Elo':>6} {'from':>6} {'to':>6} {'LLR':>6}  test",
    )
