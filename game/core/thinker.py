"""The contract between a game and the code that chooses moves.

Plug-ins import these names from ``game.core.ruleset``.

A thinker is a function that chooses moves; a prover is a function that searches for forced wins.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from game.core.language import _, plural
from game.core.model import Move

#: The type of a move in a variation: Move, or str for notation.
_Written = TypeVar("_Written")
#: The score, in points, at which the odds of winning are e to 1, for rulesets that have not measured it
#: (``RulesetInfo.logit_scale``). Evaluations are fitted in these points.
LOGIT_SCALE = 200
#: The largest logit that is computed, so that ``exp`` cannot overflow.
_FARTHEST = 25.0
#: A move that is worse than the best by more than this many temperatures is never chosen.
TOLERANCE = 8.0
#: Scores above this value, such as certain wins, count as equal; so do scores below its negative.
MOST_FELT = 2000.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search for one move (seconds, nodes, depth), and the seed for its random numbers.

    ``seconds`` is the time for the move, ``threads`` the number of search threads.
    """

    seconds: float = 1.0
    nodes: int = 0
    """The most nodes (positions) to search; 0 for no limit."""
    seed: int = 0
    most_seconds: float = 0.0
    """The most seconds that a difficult move may take from the time for a game; 0 if ``seconds`` is the limit."""
    depth: int = 0
    """The most plies to look ahead; 0 for no limit."""
    threads: int = 1
    memory_megabytes: float = 0.0
    """The size of the transposition table in megabytes; 0 if the thinker decides."""
    forgets: bool = False
    """True if the thinker must clear its transposition table first."""
    makes_way: bool = False
    """True if the search must run at low priority because the player is not waiting for the move."""
    best: int = 1
    """The number of best moves to report (multi-PV), each in its own Info."""


@dataclass(frozen=True, slots=True)
class Report(Generic[_Written]):
    """A report of a running search, the base class of ``Info`` (from plug-ins) and ``Remark`` (in the app).

    ``nodes`` is the number of positions searched so far.
    """

    depth: int = 0
    """The search depth reached, in plies."""
    score: float = 0.0
    """The evaluation in points, from the point of view of the seat to move."""
    nodes: int = 0
    variation: tuple[_Written, ...] = ()
    """The expected moves from this position on, the best move first."""
    note: str = ""
    """A sentence for the player."""
    speed: int = 0
    """Nodes per second."""
    rank: int = 1
    """The rank of the variation's first move in multi-PV: 1 for the best move, 2 for the second best, and so on."""
    verdict: str = ""
    """A sentence that says how the game will end, if the search knows; "" otherwise.

    It gives away analysis, as the score does: it appears on the analysis card and in a hint, but never in what an
    opponent says about its own move.
    """


@dataclass(frozen=True, slots=True)
class Info(Report[Move]):
    """A search report that a plug-in yields, such as ``Info(depth=4, score=120, variation=(Place(112, "b"),))``."""


def winning_chance(score: float, logit_scale: float = LOGIT_SCALE) -> float:
    """Return the winning chance, 0 to 1, of a side whose evaluation is this score in points."""
    return 1 / (1 + math.exp(-max(-_FARTHEST, min(_FARTHEST, score / logit_scale))))


def certain_end(is_won: bool, plies: int | None) -> str:
    """Return a sentence that announces the certain win or loss of the side to move.

    ``plies`` is the number of plies to the end of the game, None if unknown.
    """
    if plies is None:
        return _("Forced win.") if is_won else _("Forced loss.")
    stones = (plies + 1) // 2
    if is_won:
        return plural("Forced win in {count} stone.", "Forced win in {count} stones.", stones)
    return plural("Forced loss in {count} stone.", "Forced loss in {count} stones.", stones)


class WinMeans(Enum):
    """The kind of threats with which a side forces its win, in five-in-a-row terms."""

    FOURS = "fours"
    """Every stone makes a four, which the opponent must stop at once (VCF)."""
    THREES = "threes"
    """Some stones make only an open three (VCT)."""
    THREATS = "threats"
    """In games with several stones a turn: every turn threatens to win, until one cannot be stopped."""


@dataclass(frozen=True, slots=True)
class Proof(Generic[_Written]):
    """The result of a search for a forced win of the side to move."""

    means: WinMeans | None = None
    """The kind of the forced win; None if none was found."""
    moves: tuple[_Written, ...] = ()
    """The moves of the winning side's first turn, or only the first of them."""
    is_known: bool = True
    """False if the search did not run because its code is still being compiled."""


#: A prover: a function of a state and Limits that searches for a forced win of the side to move.
Prove = Callable[..., Proof[Move]]

#: A thinker: a generator function of a state, Limits and the settings of its level (as keyword arguments). It yields
#: Info and returns the move, one placement.
Think = Callable[..., Generator[Info, None, Move]]


def choose(scores: Sequence[float], temperature: float, rng: random.Random) -> int:
    """Return the index of a score, chosen at random among the best scores.

    Each ``temperature`` points more make a move e times as likely.
    """
    felt = [max(-MOST_FELT, min(MOST_FELT, score)) for score in scores]
    best = max(felt)
    near = [index for index, score in enumerate(felt) if score >= best - TOLERANCE * temperature]
    weights = [math.exp((felt[index] - best) / temperature) for index in near]
    return rng.choices(near, weights)[0]
