"""The events of a game session, and the interface of a game in which a person makes moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core.match import Command, Match
from game.core.model import Event, Move, Reason


@dataclass(frozen=True, slots=True)
class MovesPlayed:
    """An event: moves were made in the game. ``events`` are the events of these moves."""

    events: tuple[Event, ...]
    note: str = ""
    """The opponent's last remark about its moves, as a sentence."""


@dataclass(frozen=True, slots=True)
class HintGiven:
    """An event: a hint has arrived, with the moves of a whole turn, at least one."""

    moves: tuple[Move, ...]
    note: str


@dataclass(frozen=True, slots=True)
class MessageShown:
    """An event: a message to show in the note panel of the game screen."""

    sentence: str


@dataclass(frozen=True, slots=True)
class HelpUpdated:
    """An event: the help has found out more about threats or forced wins in the position."""


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """An event: the teacher took back the person's latest turn. The sentences say what the turn missed."""

    sentence: str
    lines: tuple[tuple[int, ...], ...] = ()
    """The lines of cells that illustrate the sentence."""


SessionEvent = MovesPlayed | HintGiven | MessageShown | HelpUpdated | TurnTakenBack


class TurnTeacher(Protocol):
    """A teacher that judges each turn of a person before the opponent answers it."""

    @property
    def is_judging(self) -> bool:
        """True while the teacher is judging the person's latest turn."""

    def poll(self) -> list[TurnTakenBack | MessageShown]:
        """Continue judging without blocking; return messages, and the turn to take back if the teacher rejects it."""

    def leave(self) -> None:
        """Stop judging turns, because the game is left."""


class PlayableGame(Protocol):
    """The interface of a game in which a person makes moves: a session, or an exercise."""

    @property
    def match(self) -> Match:
        """The match in progress."""

    @property
    def person_to_move(self) -> bool:
        """True if a person on this machine is to move."""

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Make a person's moves in the current position of the game; return a reason if they are refused."""

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """Make a person's moves unless the match has changed since they were chosen; return a reason if refused."""
