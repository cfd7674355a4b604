"""A remote game for the window: combines one side's logic with its session file, cipher and channel."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from game.core.language import _
from game.core.model import Reason
from game.core.ruleset import Ruleset
from game.network.encryption.cipher import Cipher, Decrypted, PlaceTaken, SessionBegun
from game.network.encryption.invitation import Invitation, ServerAddress, format_invitation
from game.network.encryption.key_agreement import OpenLobby
from game.network.encryption.keys import TableKeys
from game.network.messages import UnreadableMessage, format_message, parse_message
from game.network.outbox import Notice, PeerUpdate
from game.network.peer import Peer
from game.network.session_file import SUFFIX, OpenedSession, SessionHeader, begin_session_file, session_writer
from game.network.sides import Side
from game.network.transport.channel import Channel, ChannelState, frames_for_now

#: Milliseconds between two greetings while the other side's running program is unknown.
_GREET_AGAIN = 2_000


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class RemoteConnection:
    """One side of a remote game with its session file, cipher and channel. Only ``close`` may block."""

    def __init__(
        self,
        opened: OpenedSession,
        path: Path,
        rulesets: Mapping[str, Ruleset],
        channel: Channel,
        *,
        open_lobby: OpenLobby | None = None,
        clock: Callable[[], int] = _milliseconds,
    ) -> None:
        """Create the connection, and take ownership of ``channel``.

        ``clock`` returns monotonic time in milliseconds. ``open_lobby`` belongs to a nearby game that a player joined
        with a click: it repeats a lost welcome, and tells later players that the game is taken.
        """
        head = opened.head
        self.head = head
        self.path = path
        self._opened = opened
        self._file = session_writer(path)
        self.peer = Peer(head.owner, rulesets, self._file.note, kept=opened.kept)
        self._sealing = Cipher(head.keys, head.side, bytes.fromhex(head.own_id), opened.kept.peer_id)
        self._channel = channel
        self._clock = clock
        self._open_lobby = open_lobby
        self._was_connected = False
        self._greet_at = 0
        self._shown_problems: set[str] = set()
        self._unshown = [opened.repaired] if opened.repaired else []

    @property
    def channel_state(self) -> ChannelState:
        """The state of the network channel to the other side."""
        return self._channel.state

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses at which this side listens, as ``host:port``; empty if it does not listen."""
        return self._channel.addresses

    @property
    def compared_words(self) -> tuple[str, ...]:
        """Words that both players compare; they differ if an attacker is between the players."""
        return self.head.keys.compared_words

    @property
    def watched(self) -> str:
        """The invitation code for spectators; "" while spectating is off."""
        return self._opened.kept.watched

    def allow_spectators(self, invitation: str) -> None:
        """Save the invitation code for spectators in the session file; "" turns spectating off."""
        self._opened.kept.watched = invitation
        self._file.note(f"watched {invitation}".rstrip())

    def poll(self) -> list[PeerUpdate]:
        """Advance the clocks, then receive and send messages. Return the updates for the screen."""
        now = self._clock()
        self.peer.tick(now)
        self._look_at_channel(now)
        told, self._unshown = [*self._unshown, *self._read()], []
        self._send()
        notice = self._channel.state.notice
        told += self._once(notice) if notice else []
        problem = self._file.problem()
        return [*self.peer.take_updates(), *map(Notice, [*told, *([problem] if problem else [])])]

    def _read(self) -> Iterator[str]:
        """Handle received frames for at most a few milliseconds. Yield texts for the screen."""
        for frame in frames_for_now(self._channel):
            yield from self._take(frame)

    def _look_at_channel(self, now: int) -> None:
        is_connected = self._channel.state.is_connected
        if is_connected and not self._was_connected:
            self.peer.connected()
            self._greet_at = now
        self._was_connected = is_connected
        # A greeting now and then even after the handshake: the other program may have restarted unnoticed.
        if is_connected and now >= self._greet_at:
            self._greet_at = now + (_GREET_AGAIN if not self._is_well else 10 * _GREET_AGAIN)
            self._channel.send(self._sealing.greeting())

    @property
    def _is_well(self) -> bool:
        return self._sealing.is_met and self.peer.is_peer_here

    def _take(self, frame: bytes) -> list[str]:
        """Decrypt and handle one frame, whose sender is unknown. Return texts for the screen."""
        opened, answer = self._sealing.open(frame)
        if opened is None and not answer and self._open_lobby is not None:
            answer = self._open_lobby.receive(frame)
        if answer:
            self._channel.send(answer)
        if isinstance(opened, Decrypted | SessionBegun) and self._channel.trust(frame):
            # The other side reconnected: messages that the old connection lost are sent again.
            self.peer.connected()
        match opened:
            case Decrypted():
                return self._receive(opened.message)
            case SessionBegun():
                self._file.note(f"far {self._sealing.bound_to.hex()}")
                self._channel.both_joined()
                self.peer.peer_restarted()
                self.peer.connected()
            case PlaceTaken():
                mine = _("Another player has already joined this game.")
                return self._once(mine if opened.is_own else _("Another person tried to join with this invitation."))
            case None:
                pass
        return []

    def _receive(self, received: bytes) -> list[str]:
        message = parse_message(received)
        if isinstance(message, UnreadableMessage):
            return self._once(message.sentence)
        self.peer.receive(message)
        return []

    def _once(self, sentence: str) -> list[str]:
        """Return a text in a list if this connection has not shown it before, else an empty list."""
        if sentence in self._shown_problems:
            return []
        self._shown_problems.add(sentence)
        return [sentence]

    def _send(self) -> None:
        """Send the waiting messages of the remote game once their records are in the session file."""
        if not (self._file.is_written and self._channel.state.is_connected and self._sealing.is_met):
            return
        for message in self.peer.take_messages():
            self._channel.send(self._sealing.seal(format_message(message)))

    def leave(self) -> None:
        """Tell the other side that the local player leaves for now; call ``close`` afterwards."""
        self.peer.leave()
        self._send()

    def close(self) -> str:
        """Write pending records to the session file, send pending messages and close the channel.

        Return an error message if writing failed, else "".
        """
        problem = self._file.close()
        self._send()
        self._channel.close()
        self._opened.release()
        return problem


def new_session(
    folder: Path, side: Side, name: str, keys: TableKeys, meets: Invitation | ServerAddress
) -> Path | Reason:
    """Create a session file for a remote game with new keys. Return its path, or the reason on failure.

    ``meets`` is the invitation, or the address of a nearby game that was open to all. If the session exists already, as
    after typing an invitation again, its file is reused.
    """
    place, words = (meets.place, format_invitation(meets)) if isinstance(meets, Invitation) else (meets, "")
    head = SessionHeader(
        side=side,
        name=name,
        secret=secrets.token_hex(32),
        own_id=secrets.token_hex(16),
        key=keys.secret.hex(),
        room=keys.room,
        way=place.way,
        address=place.address,
        invitation=words,
    )
    path = folder / f"{keys.room_name}-{side.value}{SUFFIX}"
    return path if path.exists() else begin_session_file(path, head) or path
