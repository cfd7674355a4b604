"""The random choice of a weaker level: among moves whose scores are near the best, better ones more often."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

# The compiled modules are loaded by the code that makes an engine.
if TYPE_CHECKING:
    from game.kit.search.lazy_smp import Found

#: The type of a move as callers see it.
Told = TypeVar("Told")
#: A move that is so many temperatures worse than the best is never chosen.
TOLERANCE = 8.0
#: Scores beyond this, such as certain wins, count as equal.
MOST_FELT = 2000.0
#: The number of best moves to choose from.
MOST_STONES = 60


def chosen(told: Iterable[Found[Told]], temperature: float, dice: random.Random) -> Iterator[Found[Told]]:
    """The best move of each ranking of a search and, at the end, the one that is chosen from the last ranking.

    A ranking arrives from its last move to its best.
    """
    ranking: list[Found[Told]] = []
    for found in told:
        if ranking and ranking[-1].rank <= found.rank:
            ranking = []
        ranking.append(found)
        if found.rank == 1:
            yield found
    if ranking:
        choice = ranking[choose([found.score for found in ranking], temperature, dice)]
        yield replace(choice, rank=1)


def choose(scores: Sequence[float], temperature: float, dice: random.Random) -> int:
    """The index of one of the near-best scores: each ``temperature`` points more make it e times as likely."""
    felt = [max(-MOST_FELT, min(MOST_FELT, score)) for score in scores]
    best = max(felt)
    near = [index for index, score in enumerate(felt) if score >= best - TOLERANCE * temperature]
    weights = [math.exp((felt[index] - best) / temperature) for index in near]
    return dice.choices(near, weights)[0]
