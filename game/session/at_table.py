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


Happening = Moved | Hinted | Said | Foresaw


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
