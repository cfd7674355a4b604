"""A far table at which one side sits already: it is waited for until both have agreed on what is played."""

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
from game.network.joining import Networks, WalkInTable, host_walk_in_table, join_walk_in_table, sit_down
from game.network.outbox import Notice, TermsReceived
from game.network.remote_connection import RemoteConnection, new_seat
from game.network.session.network_settings import NetworkSettings
from game.network.sides import FirstSeat, Side
from game.network.sync.terms import TableTerms, offered_terms
from game.network.transport.announcing import NearbyTables
from game.network.transport.finding import NearbyTable
from game.session.match_plan import MatchPlan

#: Who has the first seat, as match setup names it, told by the host.
_FIRST = {"me": FirstSeat.HOST, "other": FirstSeat.GUEST, "toss": FirstSeat.TOSS}


def networks_here(kept: NetworkSettings) -> Networks:
    """What this machine knows of the networks around it, as the player has set it; nothing is looked for yet."""
    return Networks(NearbyTables(), kept.accounts.find, kept.port)


def terms_of(plan: MatchPlan) -> TableTerms:
    """What match setup has planned, as the host of a far table says it; raises PluginError."""
    first = FirstSeat.TOSS if plan.ruleset.info.tosses else _FIRST[plan.first]
    return offered_terms(plan.ruleset, plan.options, best_of=plan.best_of, time_control=plan.time_control, first=first)


@dataclass(frozen=True, slots=True)
class LobbyClient:
    """Who sits down at this machine: the name, the games that are installed, the networks, and where seats are kept."""

    name: str
    rulesets: Mapping[str, Ruleset]
    networks: Networks
    folder: Path


class _Approach(Protocol):
    """A way to sit down."""

    def poll(self) -> RemoteConnection | Reason | None:
        """The table once this side sits there; why that cannot be."""

    def close(self) -> None:
        """Give it up before this side sits."""

    @property
    def notice(self) -> str:
        """A sentence about an obstacle for others who want to come; "" where there is none."""


class _ByInvitation:
    """By the words of an invitation, whose keys take a moment."""

    notice = ""

    def __init__(self, taker: LobbyClient, side: Side, invitation: Invitation) -> None:
        self._taker, self._side, self._invitation = taker, side, invitation
        self._keys = KeyJob(invitation)

    def poll(self) -> RemoteConnection | Reason | None:
        keys = self._keys.poll()
        if keys is None:
            return None
        path = new_seat(self._taker.folder, self._side, self._taker.name, keys, self._invitation)
        return path if isinstance(path, Reason) else sit_down(path, self._taker.rulesets, self._taker.networks)

    def close(self) -> None:
        """Keys that nobody wants any more are forgotten."""


class _WalkIn:
    """By a click nearby, once both have met."""

    def __init__(self, taker: LobbyClient, table: WalkInTable) -> None:
        self._taker, self._table = taker, table

    def poll(self) -> RemoteConnection | Reason | None:
        keys = self._table.poll()
        if keys is None:
            late = _("Another player has already joined this game.")
            return Reason("too late", late) if self._table.is_too_late else None
        path = new_seat(self._taker.folder, self._table.side, self._taker.name, keys, ServerAddress())
        return path if isinstance(path, Reason) else self._table.sit_down(path, self._taker.rulesets)

    def close(self) -> None:
        self._table.close()

    @property
    def notice(self) -> str:
        return self._table.notice


class _GoingOn:
    """Where it was left off."""

    notice = ""

    def __init__(self, taker: LobbyClient, path: Path) -> None:
        self._taker, self._path = taker, path

    def poll(self) -> RemoteConnection | Reason:
        return sit_down(self._path, self._taker.rulesets, self._taker.networks)

    def close(self) -> None:
        """Nothing was opened."""


class _Refused:
    """It cannot be."""

    notice = ""

    def __init__(self, why: Reason) -> None:
        self._why = why

    def poll(self) -> Reason:
        return self._why

    def close(self) -> None:
        """Nothing was opened."""


class PendingConnection:
    """A table that is waited for; ``poll`` it once a frame."""

    def __init__(self, approach: _Approach, terms: TableTerms | None = None, invitation: str = "") -> None:
        """``terms`` are those of a host; ``invitation`` is shown to be read out."""
        self._approach: _Approach | None = approach
        self._terms, self.invitation = terms, invitation
        self._table: RemoteConnection | None = None
        self.problem = ""
        """Why nothing comes of it, in a sentence; "" while something may."""
        self.told = ""
        """What was said last about it."""
        self.heard_terms: TableTerms | None = None
        """What the host wants to play, once a guest has heard it."""

    @property
    def is_host(self) -> bool:
        """Whether the table is one that was set up here."""
        return self._terms is not None or (self._table is not None and self._table.head.side is Side.HOST)

    @property
    def is_met(self) -> bool:
        """Whether the other side was heard."""
        return self._table is not None and bool(self._table.seat.far_name)

    @property
    def far_name(self) -> str:
        """The name of the other side, "" while it is not known."""
        return self._table.seat.far_name if self._table is not None else ""

    @property
    def compared_words(self) -> tuple[str, ...]:
        """Words that both may compare; none before this side sits."""
        return self._table.compared_words if self._table is not None else ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where a table that was set up here listens, for a guest who does not see it in the list; else none."""
        return self._table.addresses if self._table is not None else ()

    @property
    def channel_problem(self) -> str:
        """Why the way to the other side does not stand, in a sentence; "" where it does or nobody knows."""
        if self._approach is not None:
            return self._approach.notice
        return self._table.channel_state.problem if self._table is not None else ""

    def poll(self) -> RemoteConnection | None:
        """Let time pass; the table once both have agreed, which is then the caller's."""
        if self._table is None:
            self._sit()
        table = self._table
        if table is None:
            return None
        for news in table.poll():
            if isinstance(news, Notice):
                self.told = news.sentence
            elif isinstance(news, TermsReceived):
                self.heard_terms = news.terms
        if table.seat.tournament is None:
            return None
        self._table = None
        return table

    def _sit(self) -> None:
        if self._approach is None:
            return
        made = self._approach.poll()
        if isinstance(made, RemoteConnection):
            self._table, self._approach = made, None
            refusal = self._offer(made)
            self.problem = refusal.message if refusal is not None else ""
        elif isinstance(made, Reason):
            self.problem = made.message
            self.close()

    def _offer(self, table: RemoteConnection) -> Reason | None:
        self.invitation = table.head.invitation or self.invitation
        is_new = self._terms is not None and table.seat.tournament is None
        return table.seat.offer(self._terms) if is_new and self._terms is not None else None

    def close(self) -> None:
        """Give it up: nothing goes on, and a seat at which nobody was met is not kept."""
        if self._approach is not None:
            self._approach.close()
        table, self._approach, self._table = self._table, None, None
        if table is None:
            return
        was_met = bool(table.seat.far_name)
        table.leave()
        table.close()
        if not was_met:
            with contextlib.suppress(OSError):
                table.path.unlink(missing_ok=True)


def host_by_invitation(taker: LobbyClient, plan: MatchPlan, place: ServerAddress) -> PendingConnection:
    """Set up a table for whoever has the invitation; raises PluginError."""
    invitation = new_invitation(place)
    return PendingConnection(_ByInvitation(taker, Side.HOST, invitation), terms_of(plan))


def host_for_anybody(taker: LobbyClient, plan: MatchPlan) -> PendingConnection:
    """Set up a table for anybody nearby; raises PluginError."""
    terms, table = terms_of(plan), host_walk_in_table(taker.name, plan.ruleset.info.id, taker.networks)
    return PendingConnection(_Refused(table) if isinstance(table, Reason) else _WalkIn(taker, table), terms)


def join_by_invitation(taker: LobbyClient, invitation: Invitation) -> PendingConnection:
    """Sit down where an invitation leads."""
    return PendingConnection(_ByInvitation(taker, Side.GUEST, invitation))


def join_nearby(taker: LobbyClient, table: NearbyTable) -> PendingConnection:
    """Sit down at a table nearby that is open to anybody."""
    return PendingConnection(_WalkIn(taker, join_walk_in_table(table, taker.networks)))


def go_on_at(taker: LobbyClient, path: Path) -> PendingConnection:
    """Sit down again at a table of an earlier time."""
    return PendingConnection(_GoingOn(taker, path))


def sit_at_club_table(
    taker: LobbyClient, table: ClubTable, place: ServerAddress, terms: TableTerms
) -> PendingConnection:
    """Sit down at the own table of a round of a club's evening."""
    path = new_seat(taker.folder, table.side, taker.name, table.keys, place)
    approach = _Refused(path) if isinstance(path, Reason) else _GoingOn(taker, path)
    return PendingConnection(approach, terms if table.side is Side.HOST else None)


#: Makes the table that a scene waits for.
Approaching = Callable[[], PendingConnection]
