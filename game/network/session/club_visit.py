"""The local player's part in a club tournament: the lobby, the player's game and its result.

Imports no pygame.
"""

from __future__ import annotations

import time

from game.core.model import Reason
from game.core.tournament import Tournament
from game.network.club.lobby import ClubLobby
from game.network.club.tournament import Claim, ClubPairing, ClubTournament
from game.network.encryption.keys import TableKeys
from game.network.joining import broker_channel
from game.network.remote_connection import RemoteConnection
from game.network.session.pending_connection import LobbyClient, PendingConnection, sit_at_club_table
from game.network.sides import Side
from game.network.spectating.spectator import Spectator, SpectatorHost
from game.network.sync.terms import TableTerms, agreed_terms
from game.network.transport.channel import Channel


class ClubVisit:
    """The local player's part in a club tournament: lobby, current game and its result.

    Call ``tick`` once a frame on any screen.
    """

    def __init__(self, lobby: ClubLobby, taker: LobbyClient) -> None:
        """Enter a club tournament, and take ownership of its lobby ``lobby``.

        ``taker`` has the player's name, rulesets and network services.
        """
        self.lobby, self._taker = lobby, taker
        self._table: RemoteConnection | None = None
        self._round = 0
        self._asked: TableTerms | None = None
        self._cannot = ""
        self._trouble = ""
        self._door: SpectatorHost | None = None

    @property
    def tournament(self) -> ClubTournament | None:
        """The club tournament; None before this machine has received it."""
        return self.lobby.tournament

    @property
    def problem(self) -> str:
        """An error message about a problem that keeps the local player from playing; "" if there is none."""
        return self.lobby.problem or self._trouble or self._cannot

    def tick(self, _seconds: float = 0.0) -> None:
        """Poll the lobby, report the result of the local player's game once it is over, and serve spectators."""
        self._trouble = self.lobby.poll() or ("" if self.lobby.is_written else self._trouble)
        self._look_at_terms()
        table = self._table
        tournament = table.peer.tournament if table is not None else None
        if table is not None and tournament is not None and tournament.is_over:
            self.lobby.claim(self._round, claim_of(tournament, table.peer.side.participant))
            self._table = None
        self._tick_spectators()

    def _tick_spectators(self) -> None:
        """Serve the spectators of the local player's game until they have seen its end and result."""
        if self._door is None:
            return
        self._door.poll(time.monotonic_ns() // 1_000_000)
        pairing = self.lobby.own_pairing
        is_over = pairing is None or not pairing.is_open or pairing.round != self._round
        if is_over and self._door.is_everything_sent:
            self._close_spectators()

    def _look_at_terms(self) -> None:
        """Check whether this machine can play the tournament's games, if its terms have changed."""
        tournament = self.tournament
        if tournament is not None and tournament.terms != self._asked:
            self._asked = tournament.terms
            agreed = agreed_terms(tournament.terms, self._taker.rulesets)
            self._cannot = agreed.message if isinstance(agreed, Reason) else ""

    # The local player's game

    def join_game(self) -> PendingConnection | Reason:
        """Start connecting to the local player's game of this round. Return the reason if there is none."""
        tournament, table = self.tournament, self.lobby.own_table()
        if tournament is None or isinstance(table, Reason):
            return table if isinstance(table, Reason) else Reason("no table", self.lobby.why_no_table)
        self._round = table.pairing.round
        return sit_at_club_table(self._taker, table, self.lobby.head.place, tournament.terms)

    def sit_at(self, table: RemoteConnection) -> None:
        """Take over the connection of the local player's game, to report its result and admit spectators.

        The result is reported when the game is over; spectators are admitted until then.
        """
        self._table = table
        self._close_spectators()
        tournament, pairing = self.tournament, self.lobby.own_pairing
        if tournament is not None and pairing is not None and tournament.is_watched and table.head.side is Side.HOST:
            keys = self.lobby.watch_keys(pairing)
            self._door = SpectatorHost(keys, self.lobby.head.own, table.peer, self._channel(keys, Side.HOST))

    def _channel(self, keys: TableKeys, side: Side) -> Channel:
        return broker_channel(self.lobby.head.place, self._taker.networks, keys.room_name, side)

    def _close_spectators(self) -> None:
        door, self._door = self._door, None
        if door is not None:
            door.close()

    @property
    def watchers(self) -> int:
        """Number of spectators of the local player's game."""
        return self._door.watchers if self._door is not None else 0

    def watch(self, pairing: ClubPairing) -> Spectator | None:
        """Open a tournament game as a spectator. Return None if that is not possible."""
        tournament = self.tournament
        if tournament is None or self.lobby.why_not_watched(pairing):
            return None
        keys, sender_key = self.lobby.watch_keys(pairing), bytes.fromhex(tournament.members[pairing.one].id)
        channel = self._channel(keys, Side.GUEST)
        return Spectator(keys, self.lobby.head.own, sender_key, self._taker.rulesets, channel)

    def leave(self, *, goes_home: bool = False) -> str:
        """Leave the lobby of the club tournament.

        With ``goes_home`` the player also drops out of the tournament. Return an error message if something could not
        be written, else "".
        """
        if goes_home:
            self.lobby.leave_tournament()
        self._close_spectators()
        return self.lobby.close()


def claim_of(tournament: Tournament, participant: int) -> Claim:
    """Return a participant's result of a finished series, as reported to the club tournament."""
    leader = tournament.leader()
    if leader is None:
        return Claim.DREW
    return Claim.WON if leader == participant else Claim.LOST
