"""Setup of a remote game, from the connection until both sides have agreed on the terms."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from game.core.language import _
from game.core.model import Reason
from game.core.ruleset import Ruleset
from game.network.club.lobby import ClubTable
from game.network.encryption.invitation import Invitation, ServerAddress, new_invitation
from game.network.encryption.keys import KeyJob
from game.network.joining import Networks, WalkInTable, host_walk_in_table, join_walk_in_table, open_connection
from game.network.outbox import Notice, SheetReceived, TermsReceived
from game.network.remote_connection import RemoteConnection, new_session
from game.network.session.network_settings import NetworkSettings
from game.network.sides import FirstSeat, Side
from game.network.sync.terms import TableTerms, offered_terms
from game.network.transport.announcing import NearbyTables
from game.network.transport.finding import NearbyTable
from game.session.match_plan import MatchPlan

#: The first player in the terms, by the host's choice in match setup.
_FIRST = {"me": FirstSeat.HOST, "other": FirstSeat.GUEST, "toss": FirstSeat.TOSS}


def networks_here(kept: NetworkSettings) -> Networks:
    """Return network services for this window, with the player's settings ``kept``; no search for games is started."""
    return Networks(NearbyTables(), kept.accounts.find, kept.port)


def terms_of(plan: MatchPlan) -> TableTerms:
    """Return the terms that a host proposes for a planned match. Raises PluginError."""
    first = FirstSeat.TOSS if plan.ruleset.info.tosses else _FIRST[plan.first]
    return offered_terms(plan.ruleset, plan.options, best_of=plan.best_of, time_control=plan.time_control, first=first)


@dataclass(frozen=True, slots=True)
class LobbyClient:
    """The data for opening remote games: player's name, installed rulesets, network services, session folder."""

    name: str
    rulesets: Mapping[str, Ruleset]
    networks: Networks
    folder: Path


class _Approach(Protocol):
    """Protocol for an attempt to open a connection to another player."""

    def poll(self) -> RemoteConnection | Reason | None:
        """Return the connection once it is open, the reason if it failed, or None while it is pending."""

    def close(self) -> None:
        """Cancel the attempt to connect, before the connection is open."""

    @property
    def notice(self) -> str:
        """An error message about a problem that keeps others from joining the game; "" if there is none."""


class _ByInvitation:
    """An attempt to connect by an invitation code, whose keys must be derived first."""

    notice = ""

    def __init__(self, taker: LobbyClient, side: Side, invitation: Invitation) -> None:
        self._taker, self._side, self._invitation = taker, side, invitation
        self._keys = KeyJob(invitation)

    def poll(self) -> RemoteConnection | Reason | None:
        keys = self._keys.poll()
        if keys is None:
            return None
        path = new_session(self._taker.folder, self._side, self._taker.name, keys, self._invitation)
        return path if isinstance(path, Reason) else open_connection(path, self._taker.rulesets, self._taker.networks)

    def close(self) -> None:
        """Do nothing, because no connection is open; the derived keys are discarded."""


class _WalkIn:
    """An attempt to connect to a nearby game without an invitation; both sides agree on keys."""

    def __init__(self, taker: LobbyClient, table: WalkInTable) -> None:
        self._taker, self._table = taker, table

    def poll(self) -> RemoteConnection | Reason | None:
        keys = self._table.poll()
        if keys is None:
            late = _("Another player has already joined this game.")
            return Reason("too late", late) if self._table.is_too_late else None
        path = new_session(self._taker.folder, self._table.side, self._taker.name, keys, ServerAddress())
        return path if isinstance(path, Reason) else self._table.open_connection(path, self._taker.rulesets)

    def close(self) -> None:
        self._table.close()

    @property
    def notice(self) -> str:
        return self._table.notice


class _GoingOn:
    """An attempt to resume a saved session of a remote game."""

    notice = ""

    def __init__(self, taker: LobbyClient, path: Path) -> None:
        self._taker, self._path = taker, path

    def poll(self) -> RemoteConnection | Reason:
        return open_connection(self._path, self._taker.rulesets, self._taker.networks)

    def close(self) -> None:
        """Do nothing, because no connection is open."""


class _Refused:
    """An attempt to connect that failed at once, with the reason."""

    notice = ""

    def __init__(self, why: Reason) -> None:
        self._why = why

    def poll(self) -> Reason:
        return self._why

    def close(self) -> None:
        """Do nothing, because no connection is open."""


class PendingConnection:
    """A remote game whose players have not agreed on the terms yet. Call ``poll`` once a frame."""

    def __init__(self, approach: _Approach, terms: TableTerms | None = None, invitation: str = "") -> None:
        """Start connecting with the host's terms (None for a guest) and an invitation code to show."""
        self._approach: _Approach | None = approach
        self._terms, self.invitation = terms, invitation
        self._table: RemoteConnection | None = None
        self.problem = ""
        """An error message about a final failure; "" if there is none."""
        self.notice = ""
        """The latest notice for the screen."""
        self.received_terms: TableTerms | None = None
        """The host's terms, once a guest has received them."""
        self.received_sheet: SheetReceived | None = None
        """The rule sheet of a game that is unknown here, for the player to accept; None if there is none."""

    @property
    def is_host(self) -> bool:
        """True if the remote game was set up on this machine."""
        return self._terms is not None or (self._table is not None and self._table.head.side is Side.HOST)

    @property
    def is_met(self) -> bool:
        """True once a message of the other side was received."""
        return self._table is not None and bool(self._table.peer.peer_name)

    @property
    def peer_name(self) -> str:
        """Name of the other player in the remote game; "" until it is known."""
        return self._table.peer.peer_name if self._table is not None else ""

    @property
    def compared_words(self) -> tuple[str, ...]:
        """Words that both players compare to detect an attacker; empty before the connection is open."""
        return self._table.compared_words if self._table is not None else ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses where the host listens, to tell a guest who cannot find the game; empty for a guest."""
        return self._table.addresses if self._table is not None else ()

    @property
    def channel_problem(self) -> str:
        """An error message about a connection problem; "" if there is none or it is unknown."""
        if self._approach is not None:
            return self._approach.notice
        return self._table.channel_state.problem if self._table is not None else ""

    def poll(self) -> RemoteConnection | None:
        """Advance the game setup. Return the connection once both sides have agreed on a game, else None."""
        if self._table is None:
            self._sit()
        table = self._table
        if table is None:
            return None
        for updates in table.poll():
            if isinstance(updates, Notice):
                self.notice = updates.sentence
            elif isinstance(updates, TermsReceived):
                self.received_terms = updates.terms
            elif isinstance(updates, SheetReceived):
                self.received_sheet, self.notice = updates, ""
        if table.peer.tournament is None:
            return None
        self._table = None
        return table

    def _sit(self) -> None:
        if self._approach is None:
            return
        made = self._approach.poll()
        if isinstance(made, RemoteConnection):
            self._table, self._approach = made, None
            self.invitation = made.head.invitation or self.invitation
            is_new = self._terms is not None and made.peer.tournament is None
            refusal = made.peer.offer(self._terms) if is_new and self._terms is not None else None
            self.problem = refusal.message if refusal is not None else ""
        elif isinstance(made, Reason):
            self.problem = made.message
            self.close()

    def close(self) -> None:
        """Cancel the game setup. Delete the session file if the other side never sent a message."""
        if self._approach is not None:
            self._approach.close()
        table, self._approach, self._table = self._table, None, None
        if table is None:
            return
        was_met = bool(table.peer.peer_name)
        table.leave()
        table.close()
        if not was_met:
            with contextlib.suppress(OSError):
                table.path.unlink(missing_ok=True)


def host_by_invitation(taker: LobbyClient, plan: MatchPlan, place: ServerAddress) -> PendingConnection:
    """Host a remote game for the person who receives the invitation. Raises PluginError."""
    invitation = new_invitation(place)
    return PendingConnection(_ByInvitation(taker, Side.HOST, invitation), terms_of(plan))


def host_for_anybody(taker: LobbyClient, plan: MatchPlan) -> PendingConnection:
    """Host a nearby game that any player on the local network can join. Raises PluginError."""
    terms, table = terms_of(plan), host_walk_in_table(taker.name, plan.ruleset.info.id, taker.networks)
    return PendingConnection(_Refused(table) if isinstance(table, Reason) else _WalkIn(taker, table), terms)


def join_by_invitation(taker: LobbyClient, invitation: Invitation) -> PendingConnection:
    """Join the remote game of an invitation."""
    return PendingConnection(_ByInvitation(taker, Side.GUEST, invitation))


def join_nearby(taker: LobbyClient, table: NearbyTable) -> PendingConnection:
    """Join a nearby game that is open to any player."""
    return PendingConnection(_WalkIn(taker, join_walk_in_table(table, taker.networks)))


def resume_at(taker: LobbyClient, path: Path) -> PendingConnection:
    """Resume a saved session of a remote game."""
    return PendingConnection(_GoingOn(taker, path))


def sit_at_club_table(
    taker: LobbyClient, table: ClubTable, place: ServerAddress, terms: TableTerms
) -> PendingConnection:
    """Start connecting to the local player's game in the current round of a club tournament."""
    path = new_session(taker.folder, table.side, taker.name, table.keys, place)
    approach = _Refused(path) if isinstance(path, Reason) else _GoingOn(taker, path)
    return PendingConnection(approach, terms if table.side is Side.HOST else None)


#: A function that starts the connection for which a scene waits.
Approaching = Callable[[], PendingConnection]
