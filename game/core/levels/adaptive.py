"""The strength of the adaptive opponent, estimated from a player's games.

The estimate is a probability for each strength on a grid. At first the distribution is wide and has long tails, so that
a series of wins or losses changes it quickly. It spreads between two games, because a player learns and forgets. The
opponent gets the strength that is expected to win half of the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core.rating import expected_score

#: The centre and the half-width of the Cauchy distribution for a new player, in Elo: half of all players are within the
#: half-width of the centre.
FIRST_STRENGTH, _FIRST_WIDTH = 700.0, 300.0
#: The distance between two strengths of the grid, in Elo.
_STEP = 25
#: The part of each probability that moves to either neighbour between two games: a standard deviation of 20 Elo.
_SPREAD = 0.32
#: The share of games whose result says nothing about strength, as any player can make a gross mistake.
_UPSETS = 0.04


def fitted_strength(games: Iterable[tuple[float, float]], span: tuple[int, int]) -> int:
    """Return the strength, in Elo and within ``span``, that is expected to win half of the games against a player.

    ``games`` are the player's games, oldest first, as pairs: the opponent's Elo and the player's score, 0 to 1.
    """
    low, high = span
    strengths = [float(elo) for elo in range(low - 4 * _STEP, high + 20 * _STEP, _STEP)]
    belief = [1 / (1 + ((elo - FIRST_STRENGTH) / _FIRST_WIDTH) ** 2) for elo in strengths]
    for opponent, score in games:
        belief = _spread(_after_game(belief, strengths, opponent, score))
    return round(max(low, min(high, _even_opponent(belief, strengths))))


def _after_game(belief: Sequence[float], strengths: Sequence[float], opponent: float, score: float) -> list[float]:
    """Return the probability of each possible strength of a player, updated by the result of one game.

    ``belief`` has the probabilities before it, for the Elo values ``strengths``; ``opponent`` is the opponent's Elo.
    """
    weighed = []
    for probability, elo in zip(belief, strengths, strict=True):
        win = _UPSETS / 2 + (1 - _UPSETS) * expected_score(elo, opponent)
        # A draw counts as half a win and half a loss.
        weighed.append(probability * win**score * (1 - win) ** (1 - score))
    total = sum(weighed)
    return [probability / total for probability in weighed]


def _spread(belief: Sequence[float]) -> list[float]:
    """Return the probabilities ``belief`` of a player's possible strengths, spread out as strength may change."""
    around = [belief[0], *belief, belief[-1]]
    return [
        (1 - 2 * _SPREAD) * here + _SPREAD * (before + after)
        for before, here, after in zip(around, belief, around[2:], strict=False)
    ]


def _even_opponent(belief: Sequence[float], strengths: Sequence[float]) -> float:
    """Return the Elo of an opponent against whom the player is expected to score half of the points.

    ``belief`` has the probability of each of the Elo values ``strengths``.
    """
    low, high = strengths[0], strengths[-1]
    whole = sum(belief)
    while high - low > 1:
        middle = (low + high) / 2
        own = sum(each * expected_score(elo, middle) for each, elo in zip(belief, strengths, strict=True))
        low, high = (middle, high) if own > whole / 2 else (low, middle)
    return (low + high) / 2
