"""The events of a game session, and the protocol class of a game in which a person makes moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core.match import Command, Match
from game.core.model import Event, Move, Reason


@dataclass(frozen=True, slots=True)
class MovesPlayed:
    """Event that reports moves made in the game. ``events`` are the events of these moves."""

    events: tuple[Event, ...]
    note: str = ""
    """The opponent's last remark about its moves, as a sentence."""


@dataclass(frozen=True, slots=True)
class HintGiven:
    """Event that reports a hint, with the suggested moves of a turn. There is at least one move."""

    moves: tuple[Move, ...]
    note: str


@dataclass(frozen=True, slots=True)
class MessageShown:
    """Event that carries a message to show in the note panel of the game screen."""

    sentence: str


@dataclass(frozen=True, slots=True)
class HelpUpdated:
    """Event that reports new knowledge about threats or forced wins in the position."""


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """Event that reports that the teacher took back the person's latest turn.

    The sentences say what the turn missed.
    """

    sentence: str
    lines: tuple[tuple[int, ...], ...] = ()
    """The lines of cells that illustrate the sentence."""


SessionEvent = MovesPlayed | HintGiven | MessageShown | HelpUpdated | TurnTakenBack


class TurnTeacher(Protocol):
    """Protocol class of a teacher that judges each turn of a person before the opponent answers it."""

    @property
    def is_judging(self) -> bool:
        """True while the teacher is judging the person's latest turn."""

    def poll(self) -> list[TurnTakenBack | MessageShown]:
        """Continue judging without blocking. Return the teacher's messages.

        If the teacher rejects the turn, the result includes the turn to take back.
        """

    def leave(self) -> None:
        """Stop judging turns, because the player leaves the game."""


class PlayableGame(Protocol):
    """Protocol class of a game in which a person makes moves, such as a session or an exercise."""

    @property
    def match(self) -> Match:
        """The match in progress."""

    @property
    def person_to_move(self) -> bool:
        """True if a person on this machine is to move."""

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Make a person's moves in the current position. Return a reason if they are refused."""

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """Make a person's moves, unless the match has changed since they were chosen.

        Return a reason if the moves are refused.
        """
