"""The rating of a player (Glicko-1), computed from games against opponents of known strength.

Source: Mark E. Glickman, *The Glicko system* (Boston University, 1995), and *Parameter estimation in large dynamic
paired comparison experiments* (Applied Statistics 48, 1999). Each game is a rating period of its own.

The Elo of a level is measured in the arena, so its deviation counts as 0 and g(RD) as 1. The result is an Elo rating
whose K factor shrinks with the player's deviation. The rating of a puzzle has a deviation of its own. A player's
deviation does not grow with time and never falls below ``SUREST``, so that the rating keeps following a player who
improves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

#: The first rating of every player, in Elo, and its standard deviation. The level that anchors the scale of a ladder
#: (``arena --anchor``) has 800, too.
FIRST_RATING, FIRST_DEVIATION = 800.0, 350.0
#: The smallest standard deviation of a rating, in Elo.
SUREST = 45.0
_Q = math.log(10) / 400


def expected_score(elo: float, opponent: float) -> float:
    """Return the expected score, 0 to 1, of a player with rating ``elo`` against an opponent with this rating."""
    return float(1 / (1 + 10 ** ((opponent - elo) / 400)))


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating on the Elo scale, and its standard deviation."""

    elo: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION

    def expected(self, opponent: float, deviation: float = 0.0) -> float:
        """Return the expected score, 0 to 1, against an opponent with this Elo and this deviation."""
        return expected_score(0.0, _weight(deviation) * (opponent - self.elo))

    def after(self, opponent: float, score: float, deviation: float = 0.0) -> Rating:
        """Return the rating after a game against an opponent with this Elo and this deviation.

        ``score`` is 1 for a win, 0.5 for a draw, 0 for a loss.
        """
        expected, weight = self.expected(opponent, deviation), _weight(deviation)
        precision = 1 / self.deviation**2 + (_Q * weight) ** 2 * expected * (1 - expected)
        elo = self.elo + _Q * weight / precision * (score - expected)
        return Rating(elo, max(SUREST, math.sqrt(1 / precision)))


def _weight(deviation: float) -> float:
    """Return the weight, 0 to 1, of a game against an opponent whose rating has this deviation: g(RD) in Glicko-1."""
    return 1 / math.sqrt(1 + 3 * (_Q * deviation / math.pi) ** 2)


def curve(games: Iterable[tuple[float, float]]) -> list[Rating]:
    """Return a player's rating after each of some games, oldest first.

    A game is a pair: the opponent's Elo and the player's score.
    """
    ratings: list[Rating] = []
    rating = Rating()
    for opponent, score in games:
        rating = rating.after(opponent, score)
        ratings.append(rating)
    return ratings
