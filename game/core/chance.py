"""The random choice of a weaker player among moves that seem nearly as good as the best."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

#: A move that is so many temperatures worse than the best is never chosen.
TOLERANCE = 8.0
#: Scores beyond this, such as certain wins, count as equal.
MOST_FELT = 2000.0


def choose(scores: Sequence[float], temperature: float, dice: random.Random) -> int:
    """The index of one of the near-best scores: each ``temperature`` points more make it e times as likely."""
    felt = [max(-MOST_FELT, min(MOST_FELT, score)) for score in scores]
    best = max(felt)
    near = [index for index, score in enumerate(felt) if score >= best - TOLERANCE * temperature]
    weights = [math.exp((felt[index] - best) / temperature) for index in near]
    return dice.choices(near, weights)[0]
