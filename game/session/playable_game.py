"""The events of a game session, and the protocol class of a game in which a person makes moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core.match import Command, Match
from game.core.model import Event, Move, Reason
from game.core.tournament import Tournament
from game.engine.client.preparation import Preparation
from game.engine.client.shared_opponent import SharedOpponent


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
class EngineFailed:
    """Event that reports that an engine cannot play, and has not played yet; the game waits for the player's decision.

    The sentence says what happened.
    """

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


@dataclass(frozen=True, slots=True)
class GameChanged:
    """Event that reports a change of the game other than by moves: an undo, a redo, a pause or an end."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Event that reports that the next game of the series has started."""


@dataclass(frozen=True, slots=True)
class RequestReceived:
    """Event that reports a request of the opponent, which ``GameSession.answer`` answers."""

    sentence: str


@dataclass(frozen=True, slots=True)
class PhraseReceived:
    """Event that reports a chat phrase of the opponent."""

    words: str


@dataclass(frozen=True, slots=True)
class SpectatingAllowed:
    """Event that reports that the opponent allows spectators."""


SessionEvent = (
    MovesPlayed
    | HintGiven
    | MessageShown
    | EngineFailed
    | HelpUpdated
    | TurnTakenBack
    | GameChanged
    | GameStarted
    | RequestReceived
    | PhraseReceived
    | SpectatingAllowed
)


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


class TaughtGame(Protocol):
    """Protocol class of a game whose turns a teacher judges: the match, its person, and the engine."""

    preparation: Preparation
    """The compilation of the engine's code."""
    prover: SharedOpponent
    """The engine that the teacher shares with the help."""

    @property
    def tournament(self) -> Tournament:
        """The series, which names the strength of its teacher."""

    @property
    def match(self) -> Match:
        """The match in progress."""

    @property
    def only_person(self) -> int | None:
        """The player number of the only person in the game, or None if two people play."""

    @property
    def person_to_move(self) -> bool:
        """True if a person on this machine is to move."""


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

    def carry_out(self, command: Command) -> MovesPlayed | Reason:
        """Make a person's moves, unless the match has changed since they were chosen.

        Return a reason if the moves are refused.
        """
