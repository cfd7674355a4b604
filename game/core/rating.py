"""The rating of a player (Glicko-1) from games against opponents of known strength.

Mark E. Glickman, *The Glicko system* (Glicko-1; Boston University, 1995; *Parameter estimation in large dynamic paired
comparison experiments*, Applied Statistics 48, 1999), with each game as a rating period of its own. The opponents are
levels whose Elo was measured in the arena, so their own deviation counts as 0 and g(RD) as 1: what is left is an Elo
rating whose K shrinks while the deviation does. A riddle's rating has a deviation of its own. The deviation does not
grow with time, and stays at ``SUREST`` or above, so that the rating goes on following a player who learns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

#: The first rating of every player, in Elo, and its standard deviation; the documents' player *Basic* has 800.
FIRST_RATING, FIRST_DEVIATION = 800.0, 350.0
#: The least standard deviation of a rating, in Elo.
SUREST = 45.0
_Q = math.log(10) / 400


def expected_score(elo: float, opponent: float) -> float:
    """The score to expect of a game between players of these strengths, for the first of them, 0 to 1."""
    return float(1 / (1 + 10 ** ((opponent - elo) / 400)))


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength on the Elo scale and its standard deviation."""

    elo: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION

    def expected(self, opponent: float, deviation: float = 0.0) -> float:
        """The score to expect of a game against that Elo, which has such a deviation, 0 to 1."""
        return expected_score(0.0, _weight(deviation) * (opponent - self.elo))

    def after(self, opponent: float, score: float, deviation: float = 0.0) -> Rating:
        """The rating after a game against that Elo; ``score`` is 1 for a win, 0.5 for a draw, 0 for a loss."""
        expected, weight = self.expected(opponent, deviation), _weight(deviation)
        precision = 1 / self.deviation**2 + (_Q * weight) ** 2 * expected * (1 - expected)
        elo = self.elo + _Q * weight / precision * (score - expected)
        return Rating(elo, max(SUREST, math.sqrt(1 / precision)))


def _weight(deviation: float) -> float:
    """What a game counts against an opponent whose rating has this deviation: g(RD) of the source."""
    return 1 / math.sqrt(1 + 3 * (_Q * deviation / math.pi) ** 2)


def curve(games: Iterable[tuple[float, float]]) -> list[Rating]:
    """The rating after each game, oldest first; a game is the opponent's Elo and the player's score."""
    ratings: list[Rating] = []
    rating = Rating()
    for opponent, score in games:
        rating = rating.after(opponent, score)
        ratings.append(rating)
    return ratings
