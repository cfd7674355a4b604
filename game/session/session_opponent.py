"""The opponent in a session: a computer opponent, a friend at this machine, or a person elsewhere.

A move needs nobody's consent, but a request such as an undo does. Computer opponents and friends at this machine answer
a request at once. A person on another machine answers later; events of the session report the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.language import _, join_sentences, plural
from game.core.match import Command
from game.core.model import Event, Reason
from game.core.request import PlayerRequest
from game.core.tournament import Tournament
from game.session.playable_game import SessionEvent


@dataclass(frozen=True, slots=True)
class Presence:
    """The opponent's presence: connected or not, the seconds since the connection was lost, and the latency.

    The seconds and the latency, in milliseconds, are None if unknown.
    """

    is_there: bool
    lost_for: int | None = None
    delay: int | None = None


class SessionOpponent:
    """Base class of the opponent in a session, which also decides who keeps the series: this side or both.

    By default the opponent sends no requests and is always connected.
    """

    is_remote = False
    """True if the opponent plays on another machine. Then both machines agree on every change of the series."""

    @property
    def tournament(self) -> Tournament:
        """The series of games that the session plays."""
        raise NotImplementedError

    def is_local(self, index: int) -> bool:
        """Return True if the participant with this index is a person at this machine."""
        raise NotImplementedError

    def carry_out(self, command: Command) -> tuple[Event, ...] | Reason:
        """Make the moves of a person at this machine. Return their events, or a reason if they are refused."""
        raise NotImplementedError

    def ask(self, request: PlayerRequest) -> Reason | bool:
        """Send a request. Return True if it is granted and the session carries it out, or a reason if it is refused.

        Return False if the opponent's program takes part in the change: events report it later.
        """
        raise NotImplementedError

    def answer(self, *, is_yes: bool) -> Reason | None:
        """Answer the opponent's request. Return a reason if it is no longer open."""
        del is_yes
        return Reason("not now", _("This request is no longer open."))

    @property
    def asked(self) -> PlayerRequest | None:
        """The request of this side that waits for the opponent's answer; None if there is none."""
        return None

    @property
    def received(self) -> PlayerRequest | None:
        """The opponent's request that waits for an answer of this side; None if there is none."""
        return None

    @property
    def presence(self) -> Presence:
        """The opponent's presence and latency."""
        return Presence(True)

    @property
    def is_paused(self) -> bool:
        """True while the game is paused by agreement. A move ends the pause."""
        return False

    @property
    def problem(self) -> str:
        """A sentence about a lost connection, or about a game that cannot be followed; "" if all is well."""
        return ""

    def poll(self) -> Sequence[SessionEvent]:
        """Exchange messages with the opponent's program without blocking. Return the events since the last call."""
        return ()

    def leave(self) -> str:
        """Leave the opponent. Return an error message if something could not be saved, else ""."""
        return ""


class LocalOpponent(SessionOpponent):
    """The opponent in a series that this machine alone keeps: a computer opponent, or a friend at this machine."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    @property
    def tournament(self) -> Tournament:
        """The series that the session plays."""
        return self._tournament

    def is_local(self, index: int) -> bool:
        """Return True if the participant with this index is a person, who is at this machine in a local series."""
        return self.tournament.participants[index].is_person

    def carry_out(self, command: Command) -> tuple[Event, ...] | Reason:
        """Make a person's moves in the match. Return their events, or a reason if they are refused."""
        game = self.tournament.current
        assert game is not None, "a session has a game"
        return game.match.submit(command)

    def ask(self, request: PlayerRequest) -> Reason | bool:
        """Return True, which grants the request, or a reason if a computer opponent declines a draw."""
        if request is PlayerRequest.DRAW and self.tournament.person_index is not None:
            return Reason("no draw", _("Your opponent declined the draw offer."))
        return True


def delay_text(delay: int) -> str:
    """Return a latency in milliseconds as text."""
    return _("{count} ms", count=delay) if delay < 1000 else _("{seconds} s", seconds=f"{delay / 1000:.1f}")


def lost_sentence(name: str, presence: Presence, *, is_over: bool) -> str:
    """Return a text that says how long the opponent has been disconnected; "" while it is connected.

    ``is_over`` is True after the game, which then cannot be paused.
    """
    if presence.is_there:
        return ""
    lost = _lost_text(name, presence.lost_for)
    return lost if is_over else join_sentences((lost, _("Game paused.")))


def _lost_text(name: str, seconds: int | None) -> str:
    if seconds is None:
        return _("{name} is not connected.", name=name)
    if seconds < 60:
        return plural(
            "{name} disconnected {count} second ago.", "{name} disconnected {count} seconds ago.", seconds, name=name
        )
    minutes = seconds // 60
    return plural(
        "{name} disconnected {count} minute ago.", "{name} disconnected {count} minutes ago.", minutes, name=name
    )
