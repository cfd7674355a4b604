"""The task of one thread of a search, and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.engine.search.scores import WON


@dataclass(frozen=True, slots=True)
class ThreadResult:
    """The finding of one thread: the move, and whether the depth was searched to its end."""

    move: int
    depth: int
    score: int
    is_whole: bool
    line: tuple[int, ...] = ()
    """The moves of the expected line, the first of them ``move``."""

    @property
    def is_decided(self) -> bool:
        """Whether the score is a win or a loss that is certain."""
        return self.score > WON or (self.score < -WON and self.is_whole)


@dataclass(frozen=True, slots=True)
class Task:
    """The task of one thread: the position to search, and what it shares with others."""

    memory: NDArray[np.int64]
    proofs: NDArray[np.int64]
    side: int
    nodes: int
    depths: range
    best: int
    """How many of the best moves are wanted."""
    age: int
    makes_way: bool = False
    """Whether its thread has a low priority, where a thread can have one of its own."""
    tells_lines: bool = True
    """Whether results have a principal variation; without, the move alone."""
    goes_on: Callable[[ThreadResult], bool] = lambda _: True
    """Asked after each whole depth."""
    skips: Callable[[int], bool] = lambda _: False
    """Whether a depth is known already."""
