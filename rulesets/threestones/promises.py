"""The evaluation weights of unfinished lines and stones in hand ("promises"), fitted by ``ai/fit.py``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")
#: Number of stages of a game, and placements in each.
STAGES, STAGE_PLACEMENTS = 6, 12
#: Number of features: in an unfinished line, two stones of a team, one with a Miller, or one alone; a stone of the own
#: team in hand; and being to move.
PROMISES = 5
#: Weights are in hundredths of a point.
POINT = 100
#: Weight of a Miller in hand for each stage, which only the compiled engine counts: twice that of a fit to deep
#: searches, as games decided.
MILLERS = (0, 2, 10, 20, 38, 60)


@cache
def shipped() -> tuple[tuple[int, ...], ...]:
    """Return the evaluation weights for each stage of the game, in hundredths of a point.

    Raises OSError or ValueError if the file cannot be read.
    """
    return tuple(tuple(stage) for stage in json.loads(FILE.read_text(encoding="utf-8"))["promises"])


def stage_of(placed: int) -> int:
    """Return the stage of the game after a number of placements."""
    return min(placed // STAGE_PLACEMENTS, STAGES - 1)


def line_points(empty: int, ducks: int, penguins: int) -> int:
    """Return a line's points from its numbers of stones: 1 for the ducks, -1 for the penguins, or 0."""
    if empty:
        return 0
    return int(ducks > 0 and not penguins) - int(penguins > 0 and not ducks)


def line_promises(empty: int, ducks: int, penguins: int) -> tuple[int, int, int]:
    """Return the first three evaluation features of an unfinished line.

    Each is 1 for the ducks, -1 for the penguins, or 0.
    """
    if not empty or (ducks and penguins):
        return 0, 0, 0
    own, sign, millers = max(ducks, penguins), 1 if ducks else -1, 3 - empty - ducks - penguins
    return sign * (own == 2), sign * (own == 1 and millers == 1), sign * (own == 1 and empty == 2)
