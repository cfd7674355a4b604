"""The promises: the worth of unfinished lines and stones in hand, numbers that ``ai/fit.py`` left beside this file."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")
#: The number of stages of the game, and the placements in each.
STAGES, STAGE_PLACEMENTS = 6, 12
#: The kinds of promises: two stones of a team in an unfinished line, one with a Miller, one alone, a stone of the own
#: team in hand, and being on turn.
PROMISES = 5
#: Points are counted in hundredths.
POINT = 100


@cache
def shipped() -> tuple[tuple[int, ...], ...]:
    """By stage, in hundredths of a point; raises OSError or ValueError for a file that cannot be read."""
    return tuple(tuple(stage) for stage in json.loads(FILE.read_text(encoding="utf-8"))["promises"])


def stage_of(placed: int) -> int:
    """The stage of the game after so many placements."""
    return min(placed // STAGE_PLACEMENTS, STAGES - 1)


def line_points(empty: int, ducks: int, penguins: int) -> int:
    """1 for a line of the ducks, -1 for one of the penguins, by how many of its three stones are of each kind."""
    if empty:
        return 0
    return int(ducks > 0 and not penguins) - int(penguins > 0 and not ducks)


def line_promises(empty: int, ducks: int, penguins: int) -> tuple[int, int, int]:
    """The promises of an unfinished line, of the first three kinds: 1 for the ducks, -1 for the penguins."""
    if not empty or (ducks and penguins):
        return 0, 0, 0
    own, sign, millers = max(ducks, penguins), 1 if ducks else -1, 3 - empty - ducks - penguins
    return sign * (own == 2), sign * (own == 1 and millers == 1), sign * (own == 1 and empty == 2)
