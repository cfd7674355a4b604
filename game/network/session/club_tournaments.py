"""Club tournaments on this machine: listing saved ones, setting up a new one, and joining one."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from game.core.language import _
from game.core.model import Reason
from game.core.tournament import SINGLE_GAME
from game.network.club.lobby import ClubLobby, open_lobby
from game.network.club.replayed_tournament import joined
from game.network.club.tournament import ClubTournament, PairingSystem
from game.network.club.tournament_file import ClubHeader, ClubRole, OpenedClub, begin_club_file, club_files
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
    """The organiser's choices for a new club tournament.

    The rules of its games come from match setup.
    """

    title: str
    system: PairingSystem = PairingSystem.SWISS
    rounds: int = 4
    plays_too: bool = True
    is_watched: bool = True
    """True if members may watch each other's games."""
    address: str = ""
    """Address of the broker; "" while none is chosen."""


@dataclass(frozen=True, slots=True)
class SavedClubTournament:
    """A club tournament saved on this machine, which can be resumed."""

    path: Path
    opened: OpenedClub
    modified: float
    """Time of the last change in seconds since the epoch."""

    @property
    def tournament(self) -> ClubTournament | None:
        """The saved state of the club tournament; None if no update was ever received."""
        return self.opened.kept.tournament

    @property
    def is_organiser(self) -> bool:
        """True if the club tournament was set up on this machine."""
        return self.opened.head.role is ClubRole.ORGANISER

    @property
    def title(self) -> str:
        """The title of the club tournament, as the organiser entered it."""
        return self.tournament.title if self.tournament is not None else self.opened.head.title


def club_folder() -> Path:
    """Return the folder with the files of club tournaments and of their games."""
    return folders.data_folder() / "evenings"


def stored_club_tournaments(folder: Path) -> list[SavedClubTournament]:
    """Return the saved club tournaments of a folder, newest first."""
    found = []
    for path, opened in club_files(folder).items():
        with contextlib.suppress(OSError):
            found.append(SavedClubTournament(path, opened, path.stat().st_mtime))
    return found


class PendingLobby:
    """The lobby of a club tournament while its keys are being derived. Call ``poll`` once a frame."""

    def __init__(self, taker: LobbyClient, invitation: Invitation, begin: Callable[[TableKeys], Path | Reason]) -> None:
        self._taker, self._begin = taker, begin
        self._keys = KeyJob(invitation)

    def poll(self) -> ClubLobby | Reason | None:
        """Return the lobby, or the reason for a failure; None while the keys are not ready."""
        keys = self._keys.poll()
        if keys is None:
            return None
        path = self._begin(keys)
        return path if isinstance(path, Reason) else go_into(path, self._taker)


def go_into(path: Path, taker: LobbyClient) -> ClubLobby | Reason:
    """Open the lobby of the club tournament saved at ``path``. Return the reason if that fails."""

    def connect(opened: OpenedClub) -> Channel:
        side = Side.HOST if opened.head.role is ClubRole.ORGANISER else Side.GUEST
        return broker_channel(opened.head.place, taker.networks, opened.head.keys.room_name, side)

    return open_lobby(path, connect)


def set_up(taker: LobbyClient, plan: MatchPlan, tournament: ClubPlan) -> PendingLobby:
    """Set up a club tournament as its organiser, and return its pending lobby. Raises PluginError."""
    terms = terms_of(replace(plan, best_of=plan.best_of or SINGLE_GAME, first="me"))
    assert terms.first in (FirstSeat.HOST, FirstSeat.TOSS)
    rounds = tournament.rounds if tournament.system is PairingSystem.SWISS else 0
    seed = random.SystemRandom().randrange(2**31)
    begins = ClubTournament(tournament.title, terms, tournament.system, rounds, seed, is_watched=tournament.is_watched)
    invitation = new_invitation(ServerAddress(Transport.BROKER, tournament.address))

    def begin(keys: TableKeys) -> Path | Reason:
        head = _head(ClubRole.ORGANISER, taker.name, tournament.title, keys, invitation)
        own = head.own.shown.hex()
        made = joined(begins, own, taker.name) if tournament.plays_too else begins
        return begin_club_file(taker.folder, head, begins if isinstance(made, Reason) else made)

    return PendingLobby(taker, invitation, begin)


def show_saved(taker: LobbyClient, invitation: Invitation) -> PendingLobby:
    """Join a club tournament by its invitation, and return its pending lobby."""

    def begin(keys: TableKeys) -> Path | Reason:
        head = _head(ClubRole.MEMBER, taker.name, _("Club tournament"), keys, invitation)
        return begin_club_file(taker.folder, head)

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
