"""The promises: the worth of unfinished lines and stones in hand, numbers that ``fit`` left beside this file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_suffix(".json")
#: The number of stages of the game, and the placements in each.
STAGES, STAGE_PLACEMENTS = 6, 12
#: The kinds of promises: two stones of a team in an unfinished line, one with a Miller, one alone, a stone of the own
#: team in hand, and being on turn.
PROMISES = 5


def shipped() -> NDArray[np.int64]:
    """By stage, in hundredths of a point; raises OSError or ValueError for a file that cannot be read."""
    return np.array(json.loads(FILE.read_text(encoding="utf-8"))["promises"], np.int64)
