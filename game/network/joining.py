"""Ways to join a remote game: by an invitation, by a click on a nearby game, or by resuming a saved session.

The steps are:

    keys = invited_keys(invitation)                # or those that ``WalkInTable.poll`` returns
    path = new_session(folder, side, name, keys, invitation)
    connection = open_connection(path, rulesets, networks)
    updates = connection.poll()                    # once a frame

To resume a saved session, begin with its path, which is one of ``session_files(folder)``.
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
from game.network.session_file import SessionHeader, open_session_file
from game.network.session_record import SessionRecord
from game.network.sides import Side
from game.network.sync.replayed_state import ReplayedState
from game.network.transport.announcing import Announcement, NearbyTables, local_addresses
from game.network.transport.broker_channel import TLS_PORT, BrokerAccess, BrokerChannel, no_account
from game.network.transport.channel import Channel, ChannelState, frames_for_now
from game.network.transport.finding import NearbyTable
from game.network.transport.nearby_channel import MOST_CONNECTIONS, NearbyGuest, NearbyHost
from game.storage.secrets.broker_accounts import BrokerAccount

#: The port that a host prefers: a guest who has the address finds the host there again after a restart.
USUAL_PORT = 47100


@dataclass(slots=True)
class Networks:
    """Network services of this window: search for nearby games, broker accounts and local addresses."""

    tables: NearbyTables
    """Games announced on the local network. The creator of this object starts the search."""
    find_account: Callable[[str, int], BrokerAccount | None] = no_account
    """Return the player's account for the broker at this host and port. The call may block; it raises StoreError."""
    port: int = 0
    """Port to listen on for nearby games. 0 means the usual port, or any free one if that is taken."""
    listens_on: str = ""
    """Local address to listen on; "" for all addresses."""
    interfaces: tuple[str, ...] = ()
    """Local addresses from which games are announced; empty for all of them."""


class AnnouncedHost(NearbyHost):
    """The host's channel on the local network, which announces the game while it listens for guests."""

    def __init__(self, room: str, networks: Networks, most: int = MOST_CONNECTIONS) -> None:
        """Create the host's channel, which accepts at most ``most`` connections at a time."""
        super().__init__(room, most)
        self._networks = networks
        self._announcement = Announcement(networks.interfaces)
        self._announced: NearbyTable | None = None

    def open(self, host_name: str, game: str, *, is_open: bool, is_taken: bool = False) -> Reason | None:
        """Listen for guests and announce the game. Return the reason if listening fails, else None.

        With ``is_open``, any player may join. With ``is_taken``, only clients that know the room name find the game. If
        the announcement fails, ``state`` has a notice, and the game can still be reached by its address.
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

    def both_joined(self) -> None:
        """Announce the game as taken, so that only its guest can still find it and reconnect."""
        if self._announced is not None and not self._announced.is_taken:
            self._announced = replace(self._announced, is_open=False, is_taken=True)
            self._announcement.change(self._announced)

    @property
    def state(self) -> ChannelState:
        """The state of the host's channel, with a notice if the game cannot be announced."""
        state = super().state
        return state if state.notice else replace(state, notice=self._announcement.problem)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses of this host as ``host:port``, for players whose network blocks announcements."""
        return tuple(f"{host}:{self.port}" for host in self._networks.interfaces or local_addresses())

    def _closings(self) -> list[Callable[[], None]]:
        return [*super()._closings(), self._announcement.close]


def open_connection(path: Path, rulesets: Mapping[str, Ruleset], networks: Networks) -> RemoteConnection | Reason:
    """Open a session file and its channel. Return the connection, or the reason if that fails.

    The file may be new or saved.
    """
    opened = open_session_file(path)
    if isinstance(opened, Reason):
        return opened
    channel = why_unplayable(opened.kept, rulesets) or channel_of(opened.head, networks)
    if isinstance(channel, Reason):
        opened.release()
        return channel
    return RemoteConnection(opened, path, rulesets, channel)


def why_unplayable(kept: SessionRecord, rulesets: Mapping[str, Ruleset]) -> Reason | None:
    """Return the reason why a saved game cannot continue (ruleset missing or changed), or None if it can.

    The file is not changed.
    """
    replayed = ReplayedState(rulesets)
    taken = (replayed.apply(line.entry) for line in kept.lines)
    return next((refusal for refusal in taken if isinstance(refusal, Reason)), None)


def channel_of(head: SessionHeader, networks: Networks) -> Channel | Reason:
    """Return the channel that a session file's header describes, or the reason if it cannot be opened."""
    room, place = head.keys.room_name, head.place
    if head.side is Side.GUEST:
        return guest_channel(place, room, networks)
    if place.way is Transport.BROKER:
        return broker_channel(place, networks, room, head.side)
    channel = AnnouncedHost(room, networks)
    return channel.open(head.name, "", is_open=False) or channel


def broker_channel(place: ServerAddress, networks: Networks, room: str, side: Side) -> Channel:
    """Create a channel through the broker at ``place``, with the player's account for this broker.

    Accounts at other hosts or ports are not used.
    """
    host, port = place.host_and_port(TLS_PORT)
    return BrokerChannel(BrokerAccess(host, port, networks.find_account), room, side)


def guest_channel(place: ServerAddress, room: str, networks: Networks) -> Channel:
    """Create the guest's channel to the host at a server address."""
    if place.way is Transport.BROKER:
        return broker_channel(place, networks, room, Side.GUEST)
    return NearbyGuest(
        room,
        # A restarted host may have a new address. Any program can announce a room name, so the address from the
        # invitation comes first.
        lambda: [
            *([place.host_and_port(USUAL_PORT)] if place.address else []),
            *networks.tables.addresses_of(room),
        ],
    )


class WalkInTable:
    """A nearby game that any player can join with a click, before host and guest have agreed on keys."""

    def __init__(self, side: Side, room: str, channel: Channel) -> None:
        self._channel = channel
        self._seat = OpenLobby(side, room)
        self.side = side

    @property
    def is_too_late(self) -> bool:
        """True if another player joined the nearby game first."""
        return self._seat.is_too_late

    def poll(self) -> TableKeys | None:
        """Exchange key agreement messages. Return the keys once both sides have agreed on them, else None."""
        # A guest sends once it is connected; a host must first read a message before it counts as connected.
        if self.side is Side.HOST or self._channel.state.is_connected:
            frame = self._seat.tick(time.monotonic_ns() // 1_000_000)
            if frame:
                self._channel.send(frame)
        for each in frames_for_now(self._channel):
            had_keys = self._seat.keys is not None
            answer = self._seat.receive(each)
            if answer:
                self._channel.send(answer)
            if self._seat.keys is not None and not had_keys:
                self._channel.trust(each)
        return self._seat.keys

    @property
    def notice(self) -> str:
        """An error message about a problem that keeps players from joining the game; "" if there is none."""
        return self._channel.state.notice

    def open_connection(self, path: Path, rulesets: Mapping[str, Ruleset]) -> RemoteConnection | Reason:
        """Start the remote game on the open channel, with the agreed keys in the session file ``path``.

        Return the reason if the file cannot be opened.
        """
        opened = open_session_file(path)
        if isinstance(opened, Reason):
            return opened
        return RemoteConnection(opened, path, rulesets, self._channel, open_lobby=self._seat)

    def close(self) -> None:
        """Close the channel of a nearby game that no player has joined."""
        self._channel.close()


def host_walk_in_table(name: str, game: str, networks: Networks) -> WalkInTable | Reason:
    """Host a nearby game that any player can join. Return the reason if that fails.

    ``game`` is the ruleset's id, for the list of nearby games.
    """
    room = new_room()
    channel = AnnouncedHost(room, networks)
    return channel.open(name, game, is_open=True) or WalkInTable(Side.HOST, room, channel)


def join_walk_in_table(table: NearbyTable, networks: Networks) -> WalkInTable:
    """Join a nearby game that is open to any player."""
    room = table.room
    # Any program can announce a room name: the address of the chosen game comes first.
    channel = NearbyGuest(room, lambda: [*table.addresses, *networks.tables.addresses_of(room)])
    return WalkInTable(Side.GUEST, room, channel)
