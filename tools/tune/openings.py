"""Openings for games in which players choose their colours: random ones of three stones that the engine finds even."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from game.engine.search.lines.even_openings import OpeningPoints, turn
from tools.tune.tuned_game import Searcher

#: The largest distance along each axis of the first stone from the middle, and of the others from the first.
_FIRST_STEPS, _STEPS = 1, 4
#: For each of the successive searches, its nodes and the largest distance from an even score, in points, that an
#: opening may have to be kept.
_LOOKS = ((3_000, 150), (30_000, 60), (300_000, 30), (3_000_000, 40))
#: A time limit that no search reaches: the node limit ends it first.
_SECONDS = 3600.0


def judge_openings(
    searcher: Searcher, wanted: int, seed: int, report: Callable[[str], object]
) -> dict[OpeningPoints, int]:
    """Find ``wanted`` random openings that are even; return each with its score for the second colour, to move next."""
    even: dict[OpeningPoints, int] = {}
    for opening in _candidates(seed):
        score = _score(searcher, opening)
        if score is not None:
            even[opening] = score
            report(f"{len(even)} of {wanted} openings: {opening}, {score}")
        if len(even) >= wanted:
            break
    return even


def _score(searcher: Searcher, opening: OpeningPoints) -> int | None:
    """Return the score of an opening, or None if it is not even."""
    middle = searcher.size // 2
    searcher.set_stones([(middle + x, middle + y, number & 1) for number, (x, y) in enumerate(opening)])
    searcher.forget()
    score = 0
    for nodes, most in _LOOKS:
        score = list(searcher.think(1, _SECONDS, nodes))[-1].score
        if abs(score) > most:
            return None
    return score


def _candidates(seed: int) -> Iterator[OpeningPoints]:
    """Yield random openings, no two of which are rotations or reflections of each other."""
    rng, seen = random.Random(seed), set[OpeningPoints]()
    while True:
        first = (rng.randint(0, _FIRST_STEPS), rng.randint(0, _FIRST_STEPS))
        others = [(first[0] + _step(rng), first[1] + _step(rng)) for _ in range(2)]
        opening = (first, *others)
        alike = min(turn(opening, way) for way in range(8))
        if len(set(opening)) == len(opening) and alike not in seen:
            seen.add(alike)
            yield alike


def _step(rng: random.Random) -> int:
    return rng.randint(-_STEPS, _STEPS)
