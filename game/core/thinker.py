"""The contract between a game and whoever thinks about it: limits, reports, verdicts and proofs.

Plug-ins import these names from ``game.core.ruleset``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from game.core.language import _, plural
from game.core.model import Move


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a thinker for one move, and the seed of its dice."""

    seconds: float = 1.0
    nodes: int = 0
    """0 for no limit."""
    seed: int = 0
    most_seconds: float = 0.0
    """The most that a move in doubt may take of a game's clock; 0 without one, where ``seconds`` is the limit."""
    depth: int = 0
    """Plies to look ahead, 0 for no limit."""
    threads: int = 1
    memory_megabytes: float = 0.0
    """Memory for the transposition table; 0 for the thinker's own choice."""
    forgets: bool = False
    """Whether the transposition table is to be cleared first."""
    makes_way: bool = False
    """Whether the search runs at low priority, since nobody is waiting for the move."""
    best: int = 1
    """Multi-PV: the number of best moves to report, each in an Info of its own."""


#: How a move of a variation is written: as a Move, or as a word of our notation.
_Written = TypeVar("_Written")


@dataclass(frozen=True, slots=True)
class Report(Generic[_Written]):
    """A report of a running thinker: plug-ins yield it as Info, the rest of the program hands it on as Remark."""

    depth: int = 0
    """Plies looked ahead."""
    score: float = 0.0
    """In points for the seat on turn."""
    nodes: int = 0
    variation: tuple[_Written, ...] = ()
    """The moves that are expected from here on, the best one first."""
    note: str = ""
    """A sentence for people."""
    speed: int = 0
    """Nodes a second."""
    rank: int = 1
    """The rank in multi-PV: 1 for the best move, which the variation begins with, 2 for the next best, and so on."""
    verdict: str = ""
    """A sentence about how the game is going to end, as far as a search knows: analysis, as the score is. A player
    reads it on the card of thoughts and in a hint, and never in what an opponent says of its move."""


@dataclass(frozen=True, slots=True)
class Info(Report[Move]):
    """A report as a thinker yields it."""


#: Points of a search's score at which the odds of winning are e to 1, where nothing was measured; evaluations are
#: fitted in these points.
LOGIT_SCALE = 200


#: Powers of e that odds are told to, so that no number overflows.
_FARTHEST = 25.0


def winning_chance(score: float, logit_scale: float = LOGIT_SCALE) -> float:
    """The winning chance of the side with this score in points, 0 to 1."""
    return 1 / (1 + math.exp(-max(-_FARTHEST, min(_FARTHEST, score / logit_scale))))


def certain_end(is_won: bool, plies: int | None) -> str:
    """The verdict about a decided game for the seat on turn; ``plies`` to its end, None where they are not known."""
    if plies is None:
        return _("A certain win.") if is_won else _("A certain loss.")
    stones = (plies + 1) // 2
    if is_won:
        return plural("A certain win in {count} more stone.", "A certain win in {count} more stones.", stones)
    return plural("A certain loss in {count} more stone.", "A certain loss in {count} more stones.", stones)


class WinMeans(Enum):
    """The means of a forced win, in the terms of five in a row."""

    FOURS = "fours"
    """Every stone makes a four, which has to be stopped at once (VCF)."""
    THREES = "threes"
    """Open threes among them (VCT)."""
    THREATS = "threats"
    """In games of several stones a turn: every turn threatens to win, more than can be stopped in the end."""


@dataclass(frozen=True, slots=True)
class Proof(Generic[_Written]):
    """The answer of a prover about the side on turn."""

    means: WinMeans | None = None
    """The means of the forced win; None where none was found."""
    moves: tuple[_Written, ...] = ()
    """The moves of its first turn, or the first of them."""
    is_known: bool = True
    """False while the prover's code is being compiled: then nothing was looked for."""


#: A prover: called with a state and limits, it looks for a forced win of the side on turn.
Prove = Callable[..., Proof[Move]]

#: A thinker: called with a state, limits and its level's settings, it yields Info and returns its move (one placement).
Think = Callable[..., Generator[Info, None, Move]]
