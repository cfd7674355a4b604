"""How a weaker level chooses: among the stones that seem nearly as good as the best, the better ones more often."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

# The compiled modules are loaded by whoever makes an engine.
if TYPE_CHECKING:
    from game.kit.engine import Engine
    from game.kit.team import Found
    from game.kit.worker import Stone

Point = tuple[int, int]

#: How far from the stones, in columns and rows, a stone is looked at.
NEAR = 2
#: A stone that is so many temperatures worse than the best is never chosen.
TOLERANCE = 4.0
#: Scores beyond this, such as certain wins, all feel the same.
MOST_FELT = 2000.0
#: So many stones at most are looked at deeper than the others.
_KEPT = 16


def choose(scores: Sequence[float], temperature: float, dice: random.Random) -> int:
    """The index of one of the near-best scores: e times as likely for each ``temperature`` points more."""
    felt = [max(-MOST_FELT, min(MOST_FELT, score)) for score in scores]
    best = max(felt)
    near = [index for index, score in enumerate(felt) if score >= best - TOLERANCE * temperature]
    weights = [math.exp((felt[index] - best) / temperature) for index in near]
    return dice.choices(near, weights)[0]


@dataclass(slots=True)
class Choice:
    """A choice in one position. A five is always made, and one of the other colour stopped."""

    engine: Engine
    stones: Sequence[Stone]
    side: int
    temperature: float
    nodes: int
    """What all its searches together may spend, 0 for no bound."""
    dice: random.Random
    spent: int = 0

    def search(self, ends: float) -> Iterator[Found]:
        """Looks at each sensible stone by itself, one ply deeper in each round; the last that it says is its choice.

        ``ends`` is a time of the monotonic clock. A round that is not finished by then, or within the nodes, counts
        only if it is the first.
        """
        self.engine.set_stones(self.stones)
        first: Found | None = None
        for first in self.engine.think(self.side, ends - time.monotonic(), depth=1):
            yield first
        is_urgent = self.engine.fives(self.side) or self.engine.fives(1 - self.side)
        if first is None or is_urgent or not self.stones:
            return
        looked_at = [first]
        points = [first.point, *self._others(first.point)]
        for depth in range(1, first.depth + _KEPT):
            deeper = [found for found in (self._look(point, depth, ends) for point in points) if found is not None]
            if len(deeper) == len(points) or depth == 1:
                looked_at = sorted(deeper, key=lambda found: -found.score) or looked_at
            if len(deeper) < len(points):
                break
            yield looked_at[0]
            points = [found.point for found in looked_at[:_KEPT]]
        yield looked_at[choose([found.score for found in looked_at], self.temperature, self.dice)]

    def _others(self, first: Point) -> list[Point]:
        """The empty cells near a stone that may be used, but for the first, in an order that the dice make."""
        engine, reach = self.engine, range(-NEAR, NEAR + 1)
        taken = {(x, y) for x, y, _ in self.stones}
        near = {(x + dx, y + dy) for x, y in taken for dx in reach for dy in reach} - taken - {first}
        inside = sorted(point for point in near if min(point) >= 0 and max(point) < engine.size)
        points = [point for point in inside if engine.may_place(*point, self.side)]
        self.dice.shuffle(points)
        return points

    def _look(self, point: Point, depth: int, ends: float) -> Found | None:
        """What the best answers leave of a stone; None when there is nothing left to spend."""
        left = ends - time.monotonic()
        if left <= 0 or 0 < self.nodes <= self.spent:
            return None
        self.engine.set_stones([*self.stones, (*point, self.side)])
        answers = list(self.engine.think(1 - self.side, left, depth=depth))
        if not answers:
            return None
        answer = answers[-1]
        self.spent += answer.nodes
        return replace(
            answer,
            point=point,
            depth=depth + 1,
            score=-answer.score,
            nodes=self.spent,
            variation=(point, *answer.variation),
        )
