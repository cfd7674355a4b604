"""What happens at a table, and where a person makes moves: what ghosts and picker need of a table, or of a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core.match import Command, Match
from game.core.model import Event, Move, Reason


@dataclass(frozen=True, slots=True)
class MovesPlayed:
    """Moves became true; the events of their steps."""

    events: tuple[Event, ...]
    note: str = ""
    """The last thing that an opponent said about its moves, in a sentence."""


@dataclass(frozen=True, slots=True)
class HintGiven:
    """The answer to a request for a hint: the moves of a whole turn, one at least."""

    moves: tuple[Move, ...]
    note: str


@dataclass(frozen=True, slots=True)
class MessageShown:
    """A sentence for the note panel."""

    sentence: str


@dataclass(frozen=True, slots=True)
class HelpUpdated:
    """Help knows more of the position than before."""


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """The teacher took the person's latest turn back; the sentences say what it overlooks."""

    sentence: str
    lines: tuple[tuple[int, ...], ...] = ()
    """Cells that show it, line by line."""


SessionEvent = MovesPlayed | HintGiven | MessageShown | HelpUpdated | TurnTakenBack


class TurnTeacher(Protocol):
    """Who judges a person's turns, each before the opponent answers it."""

    @property
    def is_judging(self) -> bool:
        """Whether the latest turn waits for its verdict."""

    def poll(self) -> list[TurnTakenBack | MessageShown]:
        """Go on judging; what there is to say, a turn that has to be taken back among it. Nothing blocks."""

    def leave(self) -> None:
        """Judge nothing any more."""


class PlayableGame(Protocol):
    """A place where a person makes moves."""

    @property
    def match(self) -> Match:
        """The match in progress."""

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for somebody at this machine."""

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """A person's moves for the position as it stands."""

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """A person's moves, chosen when the match stood at the command's revision."""
