"""A series of remote games, which the window shows and plays like local games.

Imports no pygame.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import join_sentences
from game.core.match import Command
from game.core.model import Move, Reason
from game.core.tournament import Tournament
from game.network.joining import Networks
from game.network.outbox import Notice, PeerUpdate, SpectatingAllowed
from game.network.remote_connection import RemoteConnection
from game.network.session.finished_games import FinishedGames
from game.network.sides import PeerRequest, Phrase, Side
from game.network.spectating.spectator_gateway import SpectatorGateway
from game.session.playable_game import MovesPlayed
from game.session.services import Services
from game.session.shown_game import LatestGame
from game.storage.players import usual_face


@dataclass(frozen=True, slots=True)
class PeerPresence:
    """Presence of the other side in a remote game: connected or not, and the seconds since it was lost.

    The seconds are None if unknown.
    """

    is_there: bool
    lost_for: int | None = None


class RemoteGame(LatestGame):
    """A series of remote games on whose terms both sides have agreed.

    It offers the same interface as a local game: the match, the players, ``play`` and ``submit``. Call ``tick`` once
    a frame, whatever screen is shown; ``take_updates`` returns the updates since the last call.
    """

    def __init__(
        self,
        services: Services,
        table: RemoteConnection,
        networks: Networks | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the series of games, and take ownership of the connection on which it was agreed.

        ``networks`` are used for spectators; None in a club tournament, whose organiser decides about spectators.
        """
        assert table.peer.tournament is not None, "both have agreed on what is played"
        self.services = services
        self.table = table
        self.peer = table.peer
        self._monotonic = monotonic
        self.door = SpectatorGateway(table, networks) if networks is not None else None
        """Spectator access; None in a club tournament, whose organiser decides about it."""
        self._updates: list[PeerUpdate] = []
        self._finished = FinishedGames(services, table.head.keys.room_name, self.peer.side.other.participant)

    # State to display

    @property
    def tournament(self) -> Tournament:
        """The series of games; the host is participant 0, the guest participant 1."""
        tournament = self.peer.tournament
        assert tournament is not None
        return tournament

    def person_face(self, index: int) -> str:
        """Return the portrait of a participant. The opponent's is the default portrait for the name."""
        participant = self.tournament.participants[index]
        is_own = index == self.peer.side.participant
        return self.services.person_face(participant) if is_own else usual_face(participant.name)

    @property
    def only_person(self) -> int:
        """Player number of the local player in the current game."""
        return self.game.seat_of(self.peer.side.participant)

    @property
    def person_to_move(self) -> bool:
        """True if it is the local player's turn."""
        return self.match.outcome is None and self.peer.is_own_turn

    @property
    def is_host(self) -> bool:
        """True if the remote game was set up on this machine."""
        return self.peer.side is Side.HOST

    @property
    def touch(self) -> PeerPresence:
        """The other side's presence: connected or not, and the seconds since the connection was lost."""
        state = self.table.channel_state
        if not state.is_connected:
            return PeerPresence(False, max(0, int(self._monotonic() - state.since)))
        if self.peer.is_peer_here and not state.has_peer_left:
            return PeerPresence(True)
        silent = self.peer.silent_for
        return PeerPresence(False, None if silent is None else silent // 1000)

    # Actions of the local player

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Play the local player's moves in the current position of the remote game."""
        return self.submit(Command(self.match.revision, moves))

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """Play the local player's moves, if the match still has the revision for which they were made."""
        made = self.peer.submit(command)
        if isinstance(made, Reason):
            return made
        self._keep()
        return MovesPlayed(made)

    def ask(self, request: PeerRequest) -> Reason | None:
        """Send a request such as an undo to the other side, or resign. Return the reason if that fails, else None."""
        refusal = self.peer.ask(request)
        self._keep()
        return refusal

    def answer(self, *, is_yes: bool) -> Reason | None:
        """Answer the other side's request. Return the reason if the request has lapsed, else None."""
        refusal = self.peer.answer(is_yes=is_yes)
        self._keep()
        return refusal

    def send_phrase(self, phrase: Phrase) -> None:
        """Send a chat phrase to the other side."""
        self.peer.send_phrase(phrase)

    # Time

    def tick(self) -> None:
        """Poll the network connection and serve spectators; call this once a frame."""
        updates = self.table.poll()
        if self.door is not None:
            if SpectatingAllowed() in updates:
                self.door.admit()
            self.door.poll()
        self._updates += updates
        self._keep()

    def take_updates(self) -> list[PeerUpdate]:
        """Remove and return the screen updates since the last call."""
        updates, self._updates = self._updates, []
        return updates

    def _keep(self) -> None:
        self._updates += map(Notice, self._finished.keep(self.tournament))

    def leave(self) -> str:
        """Leave the remote game: tell the other side, save the session and close the channel.

        Return an error message if saving failed, else "".
        """
        if self.door is not None:
            self.door.close()
        self.table.leave()
        unwritten = self.table.close()
        return join_sentences((unwritten, self._finished.leave()))
