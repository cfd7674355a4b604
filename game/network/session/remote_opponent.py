"""A person on another machine as the opponent of a session. Imports no pygame."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from game.core.match import Command
from game.core.model import Event, Reason
from game.core.request import PlayerRequest
from game.core.tournament import Tournament
from game.network.joining import Networks
from game.network.outbox import (
    Notice,
    PeerUpdate,
    PhraseArrived,
    RequestArrived,
    SheetReceived,
    SpectatorsAllowed,
    StateChanged,
    TermsReceived,
)
from game.network.remote_connection import RemoteConnection
from game.network.session.finished_games import FinishedGames
from game.network.session.texts import said_text
from game.network.sides import Phrase
from game.network.spectating.spectator_gateway import SpectatorGateway
from game.session.game_session import GameSession
from game.session.playable_game import (
    GameChanged,
    GameStarted,
    MessageShown,
    MovesPlayed,
    PhraseReceived,
    RequestReceived,
    SessionEvent,
    SpectatingAllowed,
)
from game.session.services import Services
from game.session.session_opponent import Presence, SessionOpponent, lost_sentence


class RemoteOpponent(SessionOpponent):
    """A person on another machine, with whose program this side keeps a series of remote games.

    Both sides have agreed on the terms. The sides' shared log changes the games: each of its entries ends in
    ``Match.submit`` or in a request that both players agreed to.
    """

    is_remote = True

    def __init__(
        self,
        connection: RemoteConnection,
        networks: Networks | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take ownership of the connection on which the series was agreed.

        ``networks`` are used for spectators; None in a club tournament, whose organiser decides about spectators.
        """
        assert connection.peer.tournament is not None, "both have agreed on what is played"
        self.connection = connection
        self.peer = connection.peer
        self._tournament = connection.peer.tournament
        self._monotonic = monotonic
        self.gateway = SpectatorGateway(connection, networks) if networks is not None else None
        """Spectator access; None in a club tournament."""
        self._games = len(self.tournament.games)

    @property
    def tournament(self) -> Tournament:
        """The series of games, which both sides keep."""
        return self._tournament

    @property
    def name(self) -> str:
        """The other player's name, for sentences about requests and the connection."""
        return self.peer.peer_name

    def is_local(self, index: int) -> bool:
        """Return True if the participant ``index`` is the local player; the host is participant 0, the guest 1."""
        return index == self.peer.side.participant

    @property
    def asked(self) -> PlayerRequest | None:
        """The local player's request that the other side has not answered yet; None if there is none."""
        return self.peer.asked

    @property
    def received(self) -> PlayerRequest | None:
        """The other side's request that the local player has not answered yet; None if there is none."""
        return self.peer.received_request

    @property
    def presence(self) -> Presence:
        """The other side's presence: connected or not, the seconds since the connection was lost, and the latency."""
        state, delay = self.connection.channel_state, self.peer.delay
        if not state.is_connected:
            return Presence(False, max(0, int(self._monotonic() - state.since)), delay)
        if self.peer.is_peer_here and not state.has_peer_left:
            return Presence(True, delay=delay)
        silent = self.peer.silent_for
        return Presence(False, None if silent is None else silent // 1000, delay)

    @property
    def is_paused(self) -> bool:
        """True while the game is paused by agreement."""
        return self.peer.is_paused

    @property
    def problem(self) -> str:
        """A sentence that says how long the other side has been disconnected; "" while it is connected."""
        match = self.peer.match
        return lost_sentence(self.name, self.presence, is_over=match is not None and match.outcome is not None)

    def carry_out(self, command: Command) -> tuple[Event, ...] | Reason:
        """Make the local player's moves, if the match still has the revision for which they were chosen."""
        return self.peer.carry_out(command)

    def ask(self, request: PlayerRequest) -> Reason | bool:
        """Send a request such as an undo to the other side, or resign. Return the reason if that fails, else False.

        False means that the caller changes nothing itself: ``poll`` returns an event once the game has changed.
        """
        refusal = self.peer.ask(request)
        self._games = len(self.tournament.games)
        return False if refusal is None else refusal

    def answer(self, *, is_yes: bool) -> Reason | None:
        """Answer the other side's request. Return the reason if the request has lapsed, else None."""
        return self.peer.answer(is_yes=is_yes)

    def say(self, phrase: Phrase) -> None:
        """Send a chat phrase to the other side."""
        self.peer.send_phrase(phrase)

    def poll(self) -> Sequence[SessionEvent]:
        """Poll the connection and serve spectators. Return the events since the last call."""
        updates = self.connection.poll()
        if self.gateway is not None:
            if SpectatorsAllowed() in updates:
                self.gateway.admit()
            self.gateway.poll()
        return [event for update in updates if (event := self._event_of(update)) is not None]

    def _event_of(self, update: PeerUpdate) -> SessionEvent | None:
        match update:
            case StateChanged(events):
                if self._games != len(self.tournament.games):
                    self._games = len(self.tournament.games)
                    return GameStarted()
                return MovesPlayed(events) if events else GameChanged()
            case Notice(sentence):
                return MessageShown(sentence)
            case RequestArrived(_request, sentence):
                return RequestReceived(sentence)
            case PhraseArrived(phrase):
                return PhraseReceived(said_text(phrase))
            case SpectatorsAllowed():
                return SpectatingAllowed()
            case TermsReceived() | SheetReceived():
                return None

    def leave(self) -> str:
        """Tell the other side that this player leaves, save the session and close the channel.

        Return an error message if saving failed, else "".
        """
        if self.gateway is not None:
            self.gateway.close()
        self.connection.leave()
        return self.connection.close()


def open_remote_session(
    services: Services, connection: RemoteConnection, networks: Networks | None = None
) -> GameSession:
    """Continue a series of remote games on whose terms both sides have agreed, and take over its connection.

    ``networks`` are used for spectators; None in a club tournament.
    """
    opponent = RemoteOpponent(connection, networks)
    far = connection.peer.side.other.participant
    record = FinishedGames(services, connection.head.keys.room_name, far, opponent.tournament)
    return GameSession(services, opponent, record)
