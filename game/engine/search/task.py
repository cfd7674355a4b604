"""The task of one search thread, and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Score of an immediate win; each ply until the win subtracts one. Scores beyond WON are proven wins.
WIN = 30_000
WON = 29_000
#: Largest evaluation; only a proven win scores more.
MOST_EVALUATION = 20_000
#: Number of plies assumed for a win that is proven but whose length was not measured.
UNMEASURED = 500


@dataclass(frozen=True, slots=True)
class ThreadResult:
    """The result of one thread: a move with depth and score; ``is_whole`` is True if the depth was completed."""

    move: int
    depth: int
    score: int
    is_whole: bool
    line: tuple[int, ...] = ()
    """Principal variation, which begins with ``move``."""

    @property
    def is_decided(self) -> bool:
        """True if the score is a proven win or loss."""
        return self.score > WON or (self.score < -WON and self.is_whole)


@dataclass(frozen=True, slots=True)
class Task:
    """The task of one search thread: the side to move, the limits, and the tables shared with other threads."""

    memory: NDArray[np.int64]
    proofs: NDArray[np.int64]
    side: int
    nodes: int
    depths: range
    best: int
    """Number of best moves to report."""
    age: int
    makes_way: bool = False
    """True for a thread at low priority, on systems where a thread can have its own priority."""
    tells_lines: bool = True
    """True to add a principal variation to each result; False for the move alone."""
    goes_on: Callable[[ThreadResult], bool] = lambda _: True
    """Function that returns True to continue, called after each completed depth."""
    skips: Callable[[int], bool] = lambda _: False
    """Function that returns True for a depth that is known already."""
