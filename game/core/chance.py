"""Random choice of a move for a weaker player, among moves that are nearly as good as the best."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

#: A move that is worse than the best by more than this many temperatures is never chosen.
TOLERANCE = 8.0
#: Scores above this value, such as certain wins, count as equal; so do scores below its negative.
MOST_FELT = 2000.0


def choose(scores: Sequence[float], temperature: float, dice: random.Random) -> int:
    """Return the index of one of the best scores, drawn at random.

    Each ``temperature`` points more make a move e times as likely.
    """
    felt = [max(-MOST_FELT, min(MOST_FELT, score)) for score in scores]
    best = max(felt)
    near = [index for index, score in enumerate(felt) if score >= best - TOLERANCE * temperature]
    weights = [math.exp((felt[index] - best) / temperature) for index in near]
    return dice.choices(near, weights)[0]
