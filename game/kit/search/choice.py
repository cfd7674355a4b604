"""How a weaker level chooses: among the stones that seem nearly as good as the best, the better ones more often."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

# The compiled modules are loaded by whoever makes an engine.
if TYPE_CHECKING:
    from game.kit.search.lazy_smp import Found

#: How a move of the game is told.
Told = TypeVar("Told")
#: A stone that is so many temperatures worse than the best is never chosen.
TOLERANCE = 8.0
#: Scores beyond this, such as certain wins, all feel the same.
MOST_FELT = 2000.0
#: So many of the best stones are there to choose from.
MOST_STONES = 60


def chosen(told: Iterable[Found[Told]], temperature: float, dice: random.Random) -> Iterator[Found[Told]]:
    """The best stone of each ranking that a search tells, and in the end the one that is chosen from the last.

    A ranking is told from its last stone to its best.
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
    """The index of one of the near-best scores: e times as likely for each ``temperature`` points more."""
    felt = [max(-MOST_FELT, min(MOST_FELT, score)) for score in scores]
    best = max(felt)
    near = [index for index, score in enumerate(felt) if score >= best - TOLERANCE * temperature]
    weights = [math.exp((felt[index] - best) / temperature) for index in near]
    return dice.choices(near, weights)[0]
