"""How the window sits down at a far table: by an invitation, by a click on a table nearby, or where it left off.

keys = invited_keys(invitation)                        or WalkInTable(...).poll() until it brings keys
path = new_seat(folder, side, name, keys, invitation)  or one of seat_files(folder)
table = sit_down(path, rulesets, networks)             then table.seat.offer(terms) for a host with a new table
for news in table.poll(): ...                          once a frame
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from game.core.model import Reason
from game.core.ruleset import Ruleset
from game.network.encryption.invitation import ServerAddress, Transport
from game.network.encryption.key_agreement import OpenLobby
from game.network.encryption.keys import TableKeys, new_room
from game.network.remote_connection import RemoteConnection
from game.network.session_file import SessionHeader, open_seat_file
from game.network.session_record import SessionRecord
from game.network.sides import Side
from game.network.sync.replayed_state import ReplayedState
from game.network.transport.announcing import Announcement, NearbyTables, local_addresses
from game.network.transport.broker_channel import TLS_PORT, BrokerAccess, BrokerChannel, no_account
from game.network.transport.channel import Channel, ChannelState, frames_for_now
from game.network.transport.finding import NearbyTable
from game.network.transport.nearby_channel import MOST_CONNECTIONS, NearbyGuest, NearbyHost
from game.storage.secrets.broker_account import BrokerAccount

#: Where a host listens if it can: a guest to whom it was told finds it there after the host was started again.
USUAL_PORT = 47100


@dataclass(slots=True)
class Networks:
    """What this machine's window knows of the networks around it, and what its player has set."""

    tables: NearbyTables
    """The tables nearby; begun by whoever made it."""
    find_account: Callable[[str, int], BrokerAccount | None] = no_account
    """Find the player's account for the broker at this host and port; it may wait, and raises StoreError."""
    port: int = 0
    """The port to listen on for tables nearby, 0 for the usual one, or any that is free where that is taken."""
    listens_on: str = ""
    """The local address to listen on, "" for all of them."""
    interfaces: tuple[str, ...] = ()
    """The local addresses to announce a table from, none for all of them."""


class AnnouncedHost(NearbyHost):
    """The channel of a host nearby whose table is announced as long as it listens."""

    def __init__(self, room: str, networks: Networks, most: int = MOST_CONNECTIONS) -> None:
        """``most`` connections are held at once."""
        super().__init__(room, most)
        self._networks = networks
        self._announcement = Announcement(networks.interfaces)
        self._announced: NearbyTable | None = None

    def open(self, host_name: str, game: str, *, is_open: bool, is_taken: bool = False) -> Reason | None:
        """Listen and announce; why nobody can be listened for, None where it is done.

        ``is_taken`` announces it for those alone who know its room. A table
        that cannot be announced, as the state's notice says, can still be reached by its address.
        """
        refused = self.listen(self._networks.listens_on, self._networks.port or USUAL_PORT)
        if refused is not None and not self._networks.port:
            refused = self.listen(self._networks.listens_on, 0)
        if refused is not None:
            return refused
        hosts = self._networks.interfaces or local_addresses()
        addresses = tuple((host, self.port) for host in hosts)
        if addresses:
            self._announced = NearbyTable(self.room, host_name, game, is_open, addresses, is_taken)
            self._announcement.announce(self._announced)
        return None

    def both_sit(self) -> None:
        """Announce it as taken, for the guest alone, who may have to find it again."""
        if self._announced is not None and not self._announced.is_taken:
            self._announced = replace(self._announced, is_open=False, is_taken=True)
            self._announcement.change(self._announced)

    @property
    def state(self) -> ChannelState:
        """The state of the channel, with a notice where the table cannot be announced."""
        state = super().state
        return state if state.notice else replace(state, notice=self._announcement.problem)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where this table can be reached, to be read out where announcements do not get through."""
        return tuple(f"{host}:{self.port}" for host in self._networks.interfaces or local_addresses())

    def _closings(self) -> list[Callable[[], None]]:
        return [*super()._closings(), self._announcement.close]


def sit_down(path: Path, rulesets: Mapping[str, Ruleset], networks: Networks) -> RemoteConnection | Reason:
    """Sit down at a table whose file there is, new or from last night; why that cannot be."""
    opened = open_seat_file(path)
    if isinstance(opened, Reason):
        return opened
    channel = why_unplayable(opened.kept, rulesets) or channel_of(opened.head, networks)
    if isinstance(channel, Reason):
        opened.let_go()
        return channel
    return RemoteConnection(opened, path, rulesets, channel)


def why_unplayable(kept: SessionRecord, rulesets: Mapping[str, Ruleset]) -> Reason | None:
    """Why a journal cannot be gone on with here: its game is missing, or has other rules now. The file stays so."""
    course = ReplayedState(rulesets)
    taken = (course.apply(line.entry) for line in kept.lines)
    return next((refusal for refusal in taken if isinstance(refusal, Reason)), None)


def channel_of(head: SessionHeader, networks: Networks) -> Channel | Reason:
    """The channel of a seat as its file names it; why it cannot be opened."""
    room, place = head.keys.room_name, head.place
    if head.side is Side.GUEST:
        return guest_channel(place, room, networks)
    if place.way is Transport.BROKER:
        return broker_channel(place, networks, room, head.side)
    channel = AnnouncedHost(room, networks)
    return channel.open(head.name, "", is_open=False) or channel


def broker_channel(place: ServerAddress, networks: Networks, room: str, side: Side) -> Channel:
    """A channel at a broker; it gets the account for its own host and port, and no other."""
    host, port = place.host_and_port(TLS_PORT)
    return BrokerChannel(BrokerAccess(host, port, networks.find_account), room, side)


def guest_channel(place: ServerAddress, room: str, networks: Networks) -> Channel:
    """The channel to whoever is at a place."""
    if place.way is Transport.BROKER:
        return broker_channel(place, networks, room, Side.GUEST)
    return NearbyGuest(
        room,
        # A host that was started again may be announced elsewhere by now.
        # Anybody can announce a room, so the address that the host told comes first.
        lambda: [
            *([place.host_and_port(USUAL_PORT)] if place.address else []),
            *networks.tables.addresses_of(room),
        ],
    )


class WalkInTable:
    """A table nearby that anybody may sit down at with a click, until two have met; then it is a table like others."""

    def __init__(self, side: Side, room: str, channel: Channel) -> None:
        self._channel = channel
        self._seat = OpenLobby(side, room)
        self.side = side

    @property
    def is_too_late(self) -> bool:
        """Whether somebody else has sat down before."""
        return self._seat.is_too_late

    def poll(self) -> TableKeys | None:
        """Let time pass; the keys once both have met."""
        # A guest speaks once somebody is there to hear it; a host hears the first word before it counts as connected.
        if self.side is Side.HOST or self._channel.state.is_connected:
            frame = self._seat.tick(time.monotonic_ns() // 1_000_000)
            if frame:
                self._channel.send(frame)
        for each in frames_for_now(self._channel):
            had_keys = self._seat.keys is not None
            answer = self._seat.hear(each)
            if answer:
                self._channel.send(answer)
            if self._seat.keys is not None and not had_keys:
                self._channel.trust(each)
        return self._seat.keys

    @property
    def notice(self) -> str:
        """A sentence about an obstacle for others who want to sit down; "" where there is none."""
        return self._channel.state.notice

    def sit_down(self, path: Path, rulesets: Mapping[str, Ruleset]) -> RemoteConnection | Reason:
        """Go on at the table with the channel there is; ``path`` is of ``new_seat`` with the keys."""
        opened = open_seat_file(path)
        if isinstance(opened, Reason):
            return opened
        return RemoteConnection(opened, path, rulesets, self._channel, open_seat=self._seat)

    def close(self) -> None:
        """Give it up before anybody has met."""
        self._channel.close()


def host_walk_in_table(name: str, game: str, networks: Networks) -> WalkInTable | Reason:
    """Set up a table that anybody nearby may sit down at; ``game`` is the ruleset's id, for the list of tables."""
    room = new_room()
    channel = AnnouncedHost(room, networks)
    return channel.open(name, game, is_open=True) or WalkInTable(Side.HOST, room, channel)


def join_walk_in_table(table: NearbyTable, networks: Networks) -> WalkInTable:
    """Sit down at a table nearby."""
    room = table.room
    # Anybody can announce a room: the table that was clicked on comes first.
    channel = NearbyGuest(room, lambda: [*table.addresses, *networks.tables.addresses_of(room)])
    return WalkInTable(Side.GUEST, room, channel)
