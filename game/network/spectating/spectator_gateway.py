"""Spectator access to one remote game, open to all who have the spectators' invitation.

Both players must have agreed.
"""

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
    """Spectator access to one remote game, restored from its session file. Call ``poll`` once a frame."""

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
        """The spectators' invitation code; "" while spectating is off."""
        return self._table.watched

    @property
    def problem(self) -> str:
        """An error message if spectators cannot join; "" if they can or spectating is off."""
        return self._open.notice if self._open is not None else self._problem

    @property
    def watchers(self) -> int:
        """Number of spectators of the remote game."""
        return self._open.watchers if self._open is not None else 0

    def admit(self) -> None:
        """Admit spectators from now on, also after a restart, until ``deny_spectators`` is called."""
        if not self.invitation:
            place = self._table.head.place
            made = new_invitation(place if place.way is Transport.BROKER else ServerAddress(), is_to_watch=True)
            self._table.allow_spectators(format_invitation(made))
            self._keys = KeyJob(made)

    def deny_spectators(self) -> None:
        """Turn spectating off; the spectators' invitation becomes invalid."""
        self._table.allow_spectators("")
        self.close()

    def poll(self) -> None:
        """Open the channel for spectators once its keys are ready, and serve them."""
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
        self._open = SpectatorHost(keys, own, self._table.peer, channel)

    def _channel(self, room: str, place: ServerAddress) -> Channel | Reason:
        if place.way is Transport.BROKER:
            return broker_channel(place, self._networks, room, Side.HOST)
        # The configured port belongs to the game itself.
        channel = AnnouncedHost(room, replace(self._networks, port=0), most=2 * MOST_WATCHERS)
        return channel.open(self._table.head.name, "", is_open=False, is_taken=True) or channel

    def close(self) -> None:
        """Close the channel for spectators; the saved invitation is valid again when this game is resumed."""
        opened, self._open, self._keys, self._problem = self._open, None, None, ""
        if opened is not None:
            opened.close()
