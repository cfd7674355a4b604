"""Claims: what the sentences about a move say, as data that can be checked against the position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from game.core.model import Attack, Move, Reason, State


class ClaimKind(Enum):
    """The kind of a claim. "The move" is the first of its ``moves``, "the side" the one to move in its ``state``."""

    WINS_AT_ONCE = "wins at once"
    """The side wins with its next stone on any of ``cells``."""
    WINS_BY_FORCE = "wins by force"
    """The side wins by force, for example with the line ``moves``, whose end it reaches with ``number`` own stones.

    ``number`` is None if the line does not reach the end of the game.
    """
    LOSES_BY_FORCE = "loses by force"
    """The opponent of the side wins by force, for example against the line ``moves``."""
    HAS_ATTACK = "has an attack"
    """The opponent of the side has ``attack`` on the board."""
    LEAVES_ATTACK = "leaves an attack"
    """The move does not stop ``attack``, and makes no threat that must be answered first."""
    PURPOSE = "purpose"
    """The move does what ``reason`` says."""
    UNSTOPPABLE = "unstoppable"
    """The opponent cannot stop what the move threatens with a single stone.

    With ``number``, it needs that many stones, of the two or more that a turn has.
    """
    GIVES_POINTS = "gives points"
    """The move gives the opponent ``number`` points."""
    BINDS = "binds"
    """After the move the opponent may play only on ``cells`` (anywhere if empty) and can score ``number`` points."""
    BETTER = "better"
    """The move is better than the one that was played; the rest of ``moves`` is expected to follow."""
    EXPECTED = "expected"
    """The engine expects the line ``moves``."""
    TURNING_POINT = "turning point"
    """The side was behind in every position after this one; ``number`` is the ply."""
    LAST_CHANCE = "last chance"
    """The side was not proved lost before the ply ``number``, but ever after; the move was not tried."""


@dataclass(frozen=True, slots=True)
class MoveClaim:
    """A statement about a position, from which a sentence is made."""

    kind: ClaimKind
    state: State
    moves: tuple[Move, ...] = ()
    cells: tuple[int, ...] = ()
    number: int | None = None
    attack: Attack | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that explains a move, with its claims, its importance and a shorter version."""

    text: str
    claims: tuple[MoveClaim, ...] = ()
    rank: int = 0
    """Rank of importance, 0 for the most important."""
    short: str = ""
    """A shorter version of the sentence, "" if there is none."""

    @property
    def names_cells(self) -> bool:
        """True if the sentence names a cell or a line other than the move that it explains."""
        about_played = (ClaimKind.HAS_ATTACK, ClaimKind.LEAVES_ATTACK, ClaimKind.GIVES_POINTS, ClaimKind.UNSTOPPABLE)
        return any((claim.cells or claim.moves) and claim.kind not in about_played for claim in self.claims)


#: Test whether a text fits into the space available.
Fits = Callable[[str], bool]
