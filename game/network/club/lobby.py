"""The lobby of a club tournament: connects the window with the tournament file and the network.

Example:

    lobby = open_lobby(path, connect)   # ``path`` from ``begin_club_file``, or that of a saved tournament
    problem = lobby.poll()              # once a frame
    lobby.claim(round_number, claim)    # reports the result of the local player's game
    lobby.organiser                     # the organiser's actions, such as the next round; None for a member
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from game.core.language import _
from game.core.model import Reason
from game.network.club.messages import pack_member, pack_organiser, unpack_member, unpack_organiser
from game.network.club.organiser import ClubOrganiser
from game.network.club.player import ClubPlayer
from game.network.club.tournament import Claim, ClubPairing, ClubTournament
from game.network.club.tournament_file import ClubRole, OpenedClub, club_writer, open_club_file
from game.network.encryption.keys import TableKeys
from game.network.encryption.member_links import HostLink, MemberLink, Received, pair_keys
from game.network.sides import Side
from game.network.transport.channel import Channel, ChannelState, frames_for_now
from game.storage.records.record_writer import RecordWriter


class _End(Protocol):
    """Protocol for the local player's role in a club tournament: organiser or member."""

    organiser: ClubOrganiser | None

    @property
    def tournament(self) -> ClubTournament | None: ...
    @property
    def own_number(self) -> int | None: ...
    @property
    def here(self) -> tuple[int, ...]: ...
    @property
    def problem(self) -> str: ...
    def connected(self) -> Iterable[bytes]: ...
    def tick(self, now: int) -> Iterable[bytes]: ...
    def receive(self, frame: bytes) -> Iterable[bytes]: ...
    def frames(self) -> Iterable[bytes]: ...
    def claim(self, round_number: int, claim: Claim) -> None: ...
    def leave_tournament(self) -> None: ...
    def close(self) -> None: ...


class _KeepersEnd:
    """The organiser's role in the lobby of a club tournament."""

    def __init__(self, opened: OpenedClub, file: RecordWriter) -> None:
        tournament, own = opened.kept.tournament, opened.head.own
        assert tournament is not None, "a keeper's file without an evening is not opened"
        self.organiser: ClubOrganiser | None
        self.organiser = self._organiser = ClubOrganiser(tournament, own.shown.hex(), file.note)
        others = (bytes.fromhex(member.id) for member in tournament.members if member.id != own.shown.hex())
        self._door = HostLink(opened.head.keys, own, others)

    @property
    def tournament(self) -> ClubTournament:
        return self._organiser.tournament

    @property
    def own_number(self) -> int | None:
        return self._organiser.own_number

    @property
    def here(self) -> tuple[int, ...]:
        return self._organiser.here

    @property
    def problem(self) -> str:
        return ""

    def connected(self) -> Iterable[bytes]:
        return self._door.greetings()

    def tick(self, now: int) -> Iterable[bytes]:
        self._organiser.tick(now)
        return ()

    def receive(self, frame: bytes) -> Iterable[bytes]:
        heard, answers = self._door.receive(frame)
        if heard is not None:
            self._take(heard)
        return answers

    def _take(self, heard: Received) -> None:
        member_id = heard.who.hex()
        message = unpack_member(heard.message) if heard.message else None
        if not heard.message:
            self._organiser.begun(member_id)
        elif message is not None:
            self._organiser.receive(member_id, message)
            if self._organiser.tournament.number_of(member_id) is not None:
                self._door.keep(heard.who)

    def frames(self) -> Iterable[bytes]:
        for member_id, message in self._organiser.take_messages():
            yield self._door.seal(bytes.fromhex(member_id), pack_organiser(message))

    def claim(self, round_number: int, claim: Claim) -> None:
        number = self.own_number
        if number is not None:
            self._organiser.claim(number, round_number, claim)

    def leave_tournament(self) -> None:
        """Do nothing, because the organiser cannot drop out of the club tournament."""

    def close(self) -> None:
        """Do nothing, because the organiser has nothing left to save when the lobby closes."""


class _MembersEnd:
    """A member's role in the lobby of a club tournament."""

    organiser: ClubOrganiser | None = None

    def __init__(self, opened: OpenedClub, file: RecordWriter) -> None:
        head, kept = opened.head, opened.kept
        own = head.own
        self._note = file.note
        self._member = ClubPlayer(head.name, own.shown.hex(), file.note, kept=kept.tournament, reported=kept.reported)
        self._door = MemberLink(head.keys, own, kept.organiser)
        self._now = 0

    @property
    def tournament(self) -> ClubTournament | None:
        return self._member.tournament

    @property
    def own_number(self) -> int | None:
        return self._member.own_number

    @property
    def here(self) -> tuple[int, ...]:
        return self._member.here if self._member.is_organiser_here else ()

    @property
    def problem(self) -> str:
        if self._member.problem:
            return self._member.problem
        return "" if self._member.is_organiser_here else _("Lost contact with the organiser. Waiting…")

    def connected(self) -> Iterable[bytes]:
        return self._door.tick(self._now, is_well=False)

    def tick(self, now: int) -> Iterable[bytes]:
        self._now = now
        self._member.tick(now)
        return self._door.tick(now, is_well=self._member.is_organiser_here)

    def receive(self, frame: bytes) -> Iterable[bytes]:
        before = self._door.organiser
        heard, answers = self._door.receive(frame)
        if self._door.organiser != before:
            self._note(f"keeper {self._door.organiser.hex()}")
        if heard is not None and not heard.message:
            self._member.begun()
        elif heard is not None:
            message = unpack_organiser(heard.message)
            if message is not None:
                self._member.receive(message)
        return answers

    def frames(self) -> Iterable[bytes]:
        for message in self._member.take_messages():
            yield self._door.seal(pack_member(message))

    def claim(self, round_number: int, claim: Claim) -> None:
        self._member.claim(round_number, claim)

    def leave_tournament(self) -> None:
        self._member.leave_tournament()

    def close(self) -> None:
        self._member.keep_now()


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class ClubTable:
    """The local player's game in the current tournament round: pairing, keys, side and opponent's name."""

    pairing: ClubPairing
    keys: TableKeys
    side: Side
    peer_name: str


class ClubLobby:
    """An open club tournament, saved in a file and connected to the other members.

    Only ``close`` may block.
    """

    def __init__(
        self, opened: OpenedClub, path: Path, channel: Channel, clock: Callable[[], int] = _milliseconds
    ) -> None:
        """Open the lobby of a club tournament, and take ownership of ``channel``.

        ``clock`` returns monotonic time in milliseconds.
        """
        self.head, self.path = opened.head, path
        self._file = club_writer(path)
        self._opened = opened
        self._end: _End = _KeepersEnd(opened, self._file) if self.is_organiser else _MembersEnd(opened, self._file)
        self._channel, self._clock = channel, clock
        self._was_connected = False

    @property
    def is_organiser(self) -> bool:
        """True if the local user is the organiser of the club tournament."""
        return self.head.role is ClubRole.ORGANISER

    @property
    def organiser(self) -> ClubOrganiser | None:
        """Object for the organiser's actions in the club tournament; None in a member's window."""
        return self._end.organiser

    @property
    def tournament(self) -> ClubTournament | None:
        """The club tournament in its latest known state; None before a member has received it."""
        return self._end.tournament

    @property
    def own_number(self) -> int | None:
        """Member number of the local player; None if the player does not take part or is not admitted yet."""
        return self._end.own_number

    @property
    def here(self) -> tuple[int, ...]:
        """Member numbers of the tournament members that are connected now."""
        return self._end.here

    @property
    def channel_state(self) -> ChannelState:
        """The state of the network channel to the other members of the club tournament."""
        return self._channel.state

    @property
    def problem(self) -> str:
        """An error message about a problem that stops the tournament; "" if there is none."""
        return self._channel.state.problem or self._end.problem

    @property
    def repaired(self) -> str:
        """A notice that damage to the tournament file was repaired on opening; "" if there was none."""
        return self._opened.repaired

    @property
    def is_written(self) -> bool:
        """True if all changes of the club tournament are on disk."""
        return self._file.is_written

    @property
    def own_pairing(self) -> ClubPairing | None:
        """The local player's pairing in the latest round, which may be a bye; None if there is no pairing."""
        tournament, number = self.tournament, self.own_number
        return None if tournament is None or number is None else tournament.table_of(number)

    @property
    def why_no_table(self) -> str:
        """An error message that says why the local player cannot play now; "" if the player can."""
        pairing = self.own_pairing
        if pairing is None:
            return _("You have no game in this round.")
        if pairing.is_bye:
            return _("You have a bye in this round.")
        return "" if pairing.is_open else _("Your game in this round is over.")

    def own_table(self) -> ClubTable | Reason:
        """Return the local player's game in this round, or the reason why there is none."""
        tournament, number, pairing = self.tournament, self.own_number, self.own_pairing
        if tournament is None or number is None or pairing is None or self.why_no_table:
            return Reason("no table", self.why_no_table)
        side = Side.HOST if pairing.one == number else Side.GUEST
        other = tournament.members[pairing.other(number)]
        one, two = (tournament.members[each].id[:16] for each in pairing.sides)
        text = f"{pairing.round} {one} {two}"
        keys = pair_keys(self.head.keys, self.head.own, side, bytes.fromhex(other.id), text)
        if keys is None:
            return Reason("no keys", _("You cannot play against {name} from this computer.", name=other.name))
        return ClubTable(pairing, keys, side, other.name)

    def watch_keys(self, pairing: ClubPairing) -> TableKeys:
        """Return the encryption keys for spectators of a tournament game; every member can derive them."""
        return self.head.keys.keys_for(f"watch {pairing.round} {pairing.one} {pairing.two}")

    def why_not_watched(self, pairing: ClubPairing | None) -> str:
        """Return an error message that says why the local player cannot watch a pairing's game; "" if possible."""
        tournament = self.tournament
        if tournament is None or pairing is None or pairing.is_bye:
            return _("No game is selected.")
        if not tournament.is_watched:
            return _("Spectators are not allowed in this tournament.")
        if self.own_number in pairing.sides:
            return _("You cannot watch your own game.")
        return "" if pairing.is_open else _("The selected game is over.")

    def claim(self, round_number: int, claim: Claim) -> None:
        """Report the result of the local player's game in a round of the club tournament."""
        self._end.claim(round_number, claim)

    def poll(self) -> str:
        """Receive and send tournament messages. Return an error message if the file cannot be written, else ""."""
        frames = list(self._end.tick(self._clock()))
        is_connected = self._channel.state.is_connected
        if is_connected and not self._was_connected:
            frames += self._end.connected()
        self._was_connected = is_connected
        self._send(frames)
        for frame in frames_for_now(self._channel):
            self._send(self._end.receive(frame))
        self._send_messages()
        return self._file.problem()

    def _send(self, frames: Iterable[bytes]) -> None:
        for frame in frames:
            if frame:
                self._channel.send(frame)

    def _send_messages(self) -> None:
        """Send the queued tournament messages once the tournament file is completely written."""
        if self._file.is_written and self._channel.state.is_connected:
            self._send(self._end.frames())

    def leave_tournament(self) -> None:
        """Tell the organiser that the local player drops out of the tournament; call ``close`` afterwards."""
        self._end.leave_tournament()
        self._send_messages()

    def close(self) -> str:
        """Write pending records to the tournament file, send pending messages and close the channel.

        Return an error message if writing failed, else "".
        """
        self._end.close()
        problem = self._file.close()
        self._send_messages()
        self._channel.close()
        self._opened.release()
        return problem


def open_lobby(path: Path, connect: Callable[[OpenedClub], Channel]) -> ClubLobby | Reason:
    """Open a tournament file and return the lobby of its tournament, or the reason if that fails."""
    opened = open_club_file(path)
    return opened if isinstance(opened, Reason) else ClubLobby(opened, path, connect(opened))
