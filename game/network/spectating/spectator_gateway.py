"""The door of a single table: its window lets in whoever has the invitation for watchers, which both sides wanted."""

from __future__ import annotations

import time
from dataclasses import replace

from game.core.model import Reason
from game.network.encryption.invitation import (
    Invitation,
    ServerAddress,
    Transport,
    format_invitation,
    new_invitation,
    parse_invitation,
)
from game.network.encryption.keys import KeyAgreement, KeyJob
from game.network.joining import AnnouncedHost, Networks, broker_channel
from game.network.remote_connection import RemoteConnection
from game.network.sides import Side
from game.network.spectating.spectator import MOST_WATCHERS, SpectatorHost
from game.network.transport.channel import Channel


class SpectatorGateway:
    """Opened again by itself where it was open when the window was closed. ``poll`` it once a frame."""

    def __init__(self, table: RemoteConnection, networks: Networks) -> None:
        self._table, self._networks = table, networks
        self._keys: KeyJob | None = None
        self._open: SpectatorHost | None = None
        self._problem = ""
        kept = parse_invitation(table.watched) if table.watched else None
        if isinstance(kept, Invitation):
            self._keys = KeyJob(kept)

    @property
    def invitation(self) -> str:
        """The words for those who watch; "" while nobody is let in."""
        return self._table.watched

    @property
    def problem(self) -> str:
        """The reason why nobody can watch, in a sentence; "" where people can, or are not let in."""
        return self._open.notice if self._open is not None else self._problem

    @property
    def watchers(self) -> int:
        """How many watch."""
        return self._open.watchers if self._open is not None else 0

    def let_in(self) -> None:
        """Let people watch from now on, until ``let_nobody_in``; the next window at this seat goes on with it."""
        if not self.invitation:
            place = self._table.head.place
            made = new_invitation(place if place.way is Transport.BROKER else ServerAddress(), is_to_watch=True)
            self._table.keep_watched(format_invitation(made))
            self._keys = KeyJob(made)

    def let_nobody_in(self) -> None:
        """Let nobody watch any more; the words are worth nothing then."""
        self._table.keep_watched("")
        self.close()

    def poll(self) -> None:
        """Let time pass."""
        if self._keys is not None:
            self._look_at_keys(self._keys)
        if self._open is not None:
            self._open.poll(time.monotonic_ns() // 1_000_000)

    def _look_at_keys(self, making: KeyJob) -> None:
        keys = making.poll()
        if keys is None:
            return
        self._keys = None
        channel = self._channel(keys.room_name, making.invitation.place)
        if isinstance(channel, Reason):
            self._problem = channel.message
            return
        own = KeyAgreement(self._table.head.owner.secret.private_key(making.invitation.phrase))
        self._open = SpectatorHost(keys, own, self._table.seat.journal, channel)

    def _channel(self, room: str, place: ServerAddress) -> Channel | Reason:
        if place.way is Transport.BROKER:
            return broker_channel(place, self._networks, room, Side.HOST)
        # A port that was set belongs to the table itself.
        channel = AnnouncedHost(room, replace(self._networks, port=0), most=2 * MOST_WATCHERS)
        return channel.open(self._table.head.name, "", is_open=False, is_taken=True) or channel

    def close(self) -> None:
        """End it for now."""
        opened, self._open, self._keys, self._problem = self._open, None, None, ""
        if opened is not None:
            opened.close()
