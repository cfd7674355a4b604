"""Evenings of a club at this machine: those that are kept, one that is set up, and one that somebody comes to."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from game.core.language import _
from game.core.model import Reason
from game.core.tournament import SINGLE_GAME
from game.network.club.lobby import ClubLobby, open_hall
from game.network.club.replayed_tournament import joined
from game.network.club.tournament import ClubTournament, PairingSystem
from game.network.club.tournament_file import ClubHeader, ClubRole, OpenedClub, begin_evening_file, evening_files
from game.network.encryption.invitation import Invitation, ServerAddress, Transport, format_invitation, new_invitation
from game.network.encryption.keys import KeyAgreement, KeyJob, TableKeys
from game.network.joining import broker_channel
from game.network.session.pending_connection import LobbyClient, terms_of
from game.network.sides import FirstSeat, Side
from game.network.transport.channel import Channel
from game.session.match_plan import MatchPlan
from game.storage import folders


@dataclass(slots=True)
class ClubPlan:
    """What the keeper chooses for an evening; the game is that of match setup."""

    title: str
    system: PairingSystem = PairingSystem.SWISS
    rounds: int = 4
    plays_too: bool = True
    is_watched: bool = True
    """Whether members may watch each other's tables."""
    address: str = ""
    """The broker, "" while none is chosen."""


@dataclass(frozen=True, slots=True)
class SavedClubTournament:
    """An evening that can be gone on with."""

    path: Path
    opened: OpenedClub
    modified: float
    """When something happened there last, in seconds since the epoch."""

    @property
    def evening(self) -> ClubTournament | None:
        """How it stood when it was written, None where nothing was heard of it."""
        return self.opened.kept.evening

    @property
    def is_keeper(self) -> bool:
        """Whether it was set up here."""
        return self.opened.head.role is ClubRole.KEEPER

    @property
    def title(self) -> str:
        """Its name, as the keeper has told it."""
        return self.evening.title if self.evening is not None else self.opened.head.title


def evenings_folder() -> Path:
    """The folder of evenings, and of the seats at their tables."""
    return folders.data_folder() / "evenings"


def kept_evenings(folder: Path) -> list[SavedClubTournament]:
    """The evenings of a folder, the newest first."""
    found = []
    for path, opened in evening_files(folder).items():
        with contextlib.suppress(OSError):
            found.append(SavedClubTournament(path, opened, path.stat().st_mtime))
    return found


class PendingLobby:
    """A hall whose keys are still being made; ``poll`` it once a frame."""

    def __init__(self, taker: LobbyClient, invitation: Invitation, begin: Callable[[TableKeys], Path | Reason]) -> None:
        self._taker, self._begin = taker, begin
        self._keys = KeyJob(invitation)

    def poll(self) -> ClubLobby | Reason | None:
        """The hall, or why there is none, once that is known."""
        keys = self._keys.poll()
        if keys is None:
            return None
        path = self._begin(keys)
        return path if isinstance(path, Reason) else go_into(path, self._taker)


def go_into(path: Path, taker: LobbyClient) -> ClubLobby | Reason:
    """Go into a hall whose file there is."""

    def connect(opened: OpenedClub) -> Channel:
        side = Side.HOST if opened.head.role is ClubRole.KEEPER else Side.GUEST
        return broker_channel(opened.head.place, taker.networks, opened.head.keys.room_name, side)

    return open_hall(path, connect)


def set_up(taker: LobbyClient, plan: MatchPlan, evening: ClubPlan) -> PendingLobby:
    """Open the doors of an evening; raises PluginError."""
    terms = terms_of(replace(plan, best_of=plan.best_of or SINGLE_GAME, first="me"))
    assert terms.first in (FirstSeat.HOST, FirstSeat.TOSS)
    rounds = evening.rounds if evening.system is PairingSystem.SWISS else 0
    seed = random.SystemRandom().randrange(2**31)
    begins = ClubTournament(evening.title, terms, evening.system, rounds, seed, is_watched=evening.is_watched)
    invitation = new_invitation(ServerAddress(Transport.BROKER, evening.address))

    def begin(keys: TableKeys) -> Path | Reason:
        head = _head(ClubRole.KEEPER, taker.name, evening.title, keys, invitation)
        own = head.own.shown.hex()
        return begin_evening_file(taker.folder, head, _with_keeper(begins, own, taker.name, evening))

    return PendingLobby(taker, invitation, begin)


def _with_keeper(begins: ClubTournament, own_id: str, name: str, plan: ClubPlan) -> ClubTournament:
    made = joined(begins, own_id, name) if plan.plays_too else begins
    return begins if isinstance(made, Reason) else made


def come_to(taker: LobbyClient, invitation: Invitation) -> PendingLobby:
    """Come to an evening with its invitation."""

    def begin(keys: TableKeys) -> Path | Reason:
        head = _head(ClubRole.MEMBER, taker.name, _("Club tournament"), keys, invitation)
        return begin_evening_file(taker.folder, head)

    return PendingLobby(taker, invitation, begin)


def _head(role: ClubRole, name: str, title: str, keys: TableKeys, invitation: Invitation) -> ClubHeader:
    return ClubHeader(
        role=role,
        name=name,
        title=title,
        private=KeyAgreement().private.hex(),
        key=keys.secret.hex(),
        address=invitation.place.address,
        invitation=format_invitation(invitation),
    )
