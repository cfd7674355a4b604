"""The events of a session, and the interface of a game in which a person makes moves: a session or a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core.match import Command, Match
from game.core.model import Event, Move, Reason


@dataclass(frozen=True, slots=True)
class MovesPlayed:
    """The event that moves were made. ``events`` are the events of their steps."""

    events: tuple[Event, ...]
    note: str = ""
    """The opponent's last remark about its moves, as a sentence."""


@dataclass(frozen=True, slots=True)
class HintGiven:
    """The answer to a request for a hint: the moves of a whole turn, at least one."""

    moves: tuple[Move, ...]
    note: str


@dataclass(frozen=True, slots=True)
class MessageShown:
    """A message for the note panel."""

    sentence: str


@dataclass(frozen=True, slots=True)
class HelpUpdated:
    """The event that the help has found out more about the position."""


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """The event that the teacher took the person's latest turn back. The sentences name what the turn missed."""

    sentence: str
    lines: tuple[tuple[int, ...], ...] = ()
    """The lines of cells that illustrate the sentence."""


SessionEvent = MovesPlayed | HintGiven | MessageShown | HelpUpdated | TurnTakenBack


class TurnTeacher(Protocol):
    """A teacher that judges a person's turns, each before the opponent answers it."""

    @property
    def is_judging(self) -> bool:
        """True while the latest turn waits for its verdict."""

    def poll(self) -> list[TurnTakenBack | MessageShown]:
        """Continue judging without blocking; return messages and the turn to be taken back, if any."""

    def leave(self) -> None:
        """Stop judging."""


class PlayableGame(Protocol):
    """A game in which a person makes moves."""

    @property
    def match(self) -> Match:
        """The match in progress."""

    @property
    def person_to_move(self) -> bool:
        """True if a person on this machine is to move."""

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Make a person's moves in the current position; return a reason if they are refused."""

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """Make a person's moves, chosen at the command's revision of the match; return a reason if they are refused."""
