"""How the mirror follows a player: what the games so far say of the player's strength, as a probability of each.

Before the first game the belief is wide, with long tails, so that a run of wins or losses leads far in a few games;
between two games it spreads, as a player learns and forgets. The mirror is set to the strength that is expected to
win half of the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core.rating import expected_score

#: The likeliest strength of somebody who has not played, in Elo, and how far half of all players are from it at most.
FIRST_STRENGTH, _FIRST_WIDTH = 700.0, 300.0
#: The distance between two strengths that are told apart, in Elo.
_STEP = 25
#: The part of each strength's probability that moves to either neighbour between two games: 20 Elo, as a deviation.
_SPREAD = 0.32
#: The share of games that say nothing, as anybody may slip.
_SLIPS = 0.04


def followed(games: Iterable[tuple[float, float]], span: tuple[int, int]) -> int:
    """The strength, in Elo and within the span, that is expected to win half of the games against a player.

    ``games`` of the player, the oldest first: the opponent's Elo, and the player's score of 0 to 1.
    """
    low, high = span
    strengths = [float(elo) for elo in range(low - 4 * _STEP, high + 20 * _STEP, _STEP)]
    belief = [1 / (1 + ((elo - FIRST_STRENGTH) / _FIRST_WIDTH) ** 2) for elo in strengths]
    for opponent, score in games:
        belief = _spread(_told(belief, strengths, opponent, score))
    return round(max(low, min(high, _even(belief, strengths))))


def _told(belief: Sequence[float], strengths: Sequence[float], opponent: float, score: float) -> list[float]:
    """The belief after a game."""
    weighed = []
    for probability, elo in zip(belief, strengths, strict=True):
        win = _SLIPS / 2 + (1 - _SLIPS) * expected_score(elo, opponent)
        # A draw says as much as half a win and half a loss.
        weighed.append(probability * win**score * (1 - win) ** (1 - score))
    total = sum(weighed)
    return [probability / total for probability in weighed]


def _spread(belief: Sequence[float]) -> list[float]:
    """The belief before the next game: somebody may have become stronger or weaker."""
    around = [belief[0], *belief, belief[-1]]
    return [
        (1 - 2 * _SPREAD) * here + _SPREAD * (before + after)
        for before, here, after in zip(around, belief, around[2:], strict=False)
    ]


def _even(belief: Sequence[float], strengths: Sequence[float]) -> float:
    """The Elo of an opponent against whom half of the points are to be expected."""
    low, high = strengths[0], strengths[-1]
    whole = sum(belief)
    while high - low > 1:
        middle = (low + high) / 2
        own = sum(each * expected_score(elo, middle) for each, elo in zip(belief, strengths, strict=True))
        low, high = (middle, high) if own > whole / 2 else (low, middle)
    return (low + high) / 2
