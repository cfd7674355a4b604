"""Statistics of playing strength: Elo differences with intervals, a rating scale, and the sequential test (SPRT).

Sources: Elo's logistic curve; Hunter, "MM algorithms for generalized Bradley-Terry models" (2004); Wald's sequential
probability ratio test, with the normal approximation on pairs of games that is used to test chess engines.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from game.core.rating import expected_score

#: Half the width of a 95 % interval, in standard deviations.
_NINETY_FIVE = 1.959964
#: The largest Elo difference returned; for a side that always wins or loses it would be infinite.
MOST_ELO = 1200.0
_ELO_PER_LOGIT = 400 / math.log(10)
#: The prior variance of a pair's score, between equals who never draw, and its weight in pairs: a few equal pairs do
#: not prove that all will be equal.
_PRIOR_VARIANCE = 0.125
_PRIOR_PAIRS = 4
#: Prior draws between each two contestants that have met, which make all ratings finite.
_PRIOR_GAMES = 0.5
_MOST_ROUNDS = 10_000


def score_of(elo: float) -> float:
    """Return the expected score, from 0 to 1, of a player with this Elo advantage."""
    return expected_score(elo, 0.0)


def elo_of(score: float) -> float:
    """Return the Elo difference that corresponds to a score from 0 to 1, limited to MOST_ELO."""
    if score <= 0 or score >= 1:
        return math.copysign(MOST_ELO, score - 0.5)
    return max(-MOST_ELO, min(MOST_ELO, 400 * math.log10(score / (1 - score))))


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated Elo rating or difference, with its 95 % interval."""

    elo: float
    low: float
    high: float

    def shifted(self, by: float) -> Estimate:
        """Return the estimate with ``by`` added to its Elo and to its interval."""
        return Estimate(self.elo + by, self.low + by, self.high + by)


def difference(pairs: Sequence[float]) -> Estimate:
    """Return the Elo difference of two contestants, estimated from the scores of pairs of games.

    Scores are from 0 to 1; in the second game of a pair the sides are changed.

    The two games of a pair are correlated, so that pairs are counted, not games.
    """
    if not pairs:
        return Estimate(0.0, -MOST_ELO, MOST_ELO)
    mean = math.fsum(pairs) / len(pairs)
    error = _NINETY_FIVE * math.sqrt(_variance(pairs, mean) / len(pairs))
    return Estimate(elo_of(mean), elo_of(mean - error), elo_of(mean + error))


def _variance(pairs: Sequence[float], mean: float) -> float:
    deviations = math.fsum((score - mean) ** 2 for score in pairs)
    return (deviations + _PRIOR_PAIRS * _PRIOR_VARIANCE) / (len(pairs) + _PRIOR_PAIRS)


class Verdict(Enum):
    """The verdict of the sequential test (SPRT) about whether the first of two contestants is stronger."""

    GOES_ON = "goes on"
    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """The sequential probability ratio test (SPRT) of an Elo difference ``elo1`` against ``elo0``.

    The error rates are ``alpha`` and ``beta``.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def log_likelihood_ratio(self, pairs: Sequence[float]) -> float:
        """Return the log-likelihood ratio of ``elo1`` to ``elo0`` for these scores of pairs of games."""
        if not pairs:
            return 0.0
        mean = math.fsum(pairs) / len(pairs)
        score0, score1 = score_of(self.elo0), score_of(self.elo1)
        return len(pairs) * (score1 - score0) * (2 * mean - score0 - score1) / (2 * _variance(pairs, mean))

    @property
    def bounds(self) -> tuple[float, float]:
        """The two log-likelihood ratios at which the test stops, the lower one first."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, pairs: Sequence[float]) -> Verdict:
        """Return the test's current verdict for these scores of pairs of games."""
        low, high = self.bounds
        ratio = self.log_likelihood_ratio(pairs)
        if ratio >= high:
            return Verdict.STRONGER
        return Verdict.NOT_STRONGER if ratio <= low else Verdict.GOES_ON


def ratings(points: Mapping[tuple[int, int], float], games: Mapping[tuple[int, int], int]) -> list[Estimate]:
    """Return the Elo of each contestant on one scale with mean 0.

    ``points[i, j]`` is the score of i against j, with 0.5 for a draw, and ``games[i, j]`` the number of their games.
    Both contain each pair in both orders.
    """
    count = max((max(pair) for pair in games), default=-1) + 1
    won = [0.0] * count
    met: list[dict[int, float]] = [{} for _ in range(count)]
    for (one, other), played in games.items():
        if played:
            won[one] += points[one, other] + _PRIOR_GAMES / 2
            met[one][other] = played + _PRIOR_GAMES
    strengths = _bradley_terry(won, met)
    logs = [math.log(strength) for strength in strengths]
    middle = math.fsum(logs) / count if count else 0.0
    return [_rated(index, logs[index] - middle, strengths, met[index]) for index in range(count)]


def _bradley_terry(won: Sequence[float], met: Sequence[Mapping[int, float]]) -> list[float]:
    """Return the contestants' Bradley-Terry strengths with the highest likelihood for the given results.

    ``won`` has each contestant's score, and ``met`` the number of its games against each other contestant.
    """
    strengths = [1.0] * len(won)
    for _ in range(_MOST_ROUNDS):
        before = strengths
        strengths = [
            won[one] / math.fsum(played / (before[one] + before[other]) for other, played in met[one].items())
            if met[one]
            else 1.0
            for one in range(len(won))
        ]
        scale = math.exp(-math.fsum(map(math.log, strengths)) / len(strengths)) if strengths else 1.0
        strengths = [strength * scale for strength in strengths]
        if all(abs(now / then - 1) < 1e-9 for now, then in zip(strengths, before, strict=True)):
            break
    return strengths


def _rated(index: int, logit: float, strengths: Sequence[float], met: Mapping[int, float]) -> Estimate:
    """Return a contestant's rating with an interval, as if the ratings of the others were exact."""
    own = strengths[index]
    chances = ((played, own / (own + strengths[other])) for other, played in met.items())
    information = math.fsum(played * chance * (1 - chance) for played, chance in chances)
    error = _NINETY_FIVE / math.sqrt(information) * _ELO_PER_LOGIT if information else MOST_ELO
    elo = logit * _ELO_PER_LOGIT
    return Estimate(elo, elo - error, elo + error)
