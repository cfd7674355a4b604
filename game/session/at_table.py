"""What happens at a table, and where a person makes moves: what ghosts and picker need of a table, or of a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core.match import Command, Match
from game.core.model import Event, Move, Reason


@dataclass(frozen=True, slots=True)
class Moved:
    """Moves became true; the events of their steps."""

    events: tuple[Event, ...]
    note: str = ""
    """The last thing that an opponent said about its moves, in a sentence."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """The answer to a request for a hint: the moves of a whole turn, one at least."""

    moves: tuple[Move, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence for the note panel."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Foresaw:
    """Help knows more of the position than before."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The teacher took the person's latest turn back; the sentences say what it overlooks."""

    sentence: str
    lines: tuple[tuple[int, ...], ...] = ()
    """Cells that show it, line by line."""


Happening = Moved | Hinted | Said | Foresaw | TakenBack


class TurnTeacher(Protocol):
    """Who judges a person's turns, each before the opponent answers it."""

    @property
    def is_judging(self) -> bool:
        """Whether the latest turn waits for its verdict."""

    def poll(self) -> list[TakenBack | Said]:
        """Go on judging; what there is to say, a turn that has to be taken back among it. Nothing blocks."""

    def leave(self) -> None:
        """Judge nothing any more."""


class AtTable(Protocol):
    """A place where a person makes moves."""

    @property
    def match(self) -> Match:
        """The match in progress."""

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for somebody at this machine."""

    def play(self, *moves: Move) -> Moved | Reason:
        """A person's moves for the position as it stands."""

    def submit(self, command: Command) -> Moved | Reason:
        """A person's moves, chosen when the match stood at the command's revision."""
