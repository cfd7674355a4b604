"""A far table as the window has it: the seat with its file, its seal and its channel. ``poll`` it once a frame."""

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
from game.network.outbox import Notice, SeatNews
from game.network.peer import Peer
from game.network.session_file import SUFFIX, OpenedSession, SessionHeader, begin_seat_file, seat_writer
from game.network.sides import Side
from game.network.transport.channel import Channel, ChannelState, frames_for_now

#: How often this side greets while it does not know the other's running program, in milliseconds.
_GREET_AGAIN = 2_000


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class RemoteConnection:
    """A seat that is kept and connected. Nothing waits but ``close``."""

    def __init__(
        self,
        opened: OpenedSession,
        path: Path,
        rulesets: Mapping[str, Ruleset],
        channel: Channel,
        *,
        open_seat: OpenLobby | None = None,
        clock: Callable[[], int] = _milliseconds,
    ) -> None:
        """The channel is the table's from now on; ``clock`` tells milliseconds and never runs back.

        ``open_seat`` is that of a table at which somebody sat down with a click: it says welcome again if that was
        lost, and to others that they are too late.
        """
        head = opened.head
        self.head = head
        self.path = path
        self._opened = opened
        self._file = seat_writer(path)
        self.seat = Peer(head.owner, rulesets, self._file.note, kept=opened.kept)
        self._sealing = Cipher(head.keys, head.side, bytes.fromhex(head.own_id), opened.kept.far_id)
        self._channel = channel
        self._clock = clock
        self._open_seat = open_seat
        self._was_connected = False
        self._greet_at = 0
        self._told: set[str] = set()
        self._untold = [opened.repaired] if opened.repaired else []

    @property
    def channel_state(self) -> ChannelState:
        """How the channel stands."""
        return self._channel.state

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where this side listens for the other, as ``host:port``; none where it does not."""
        return self._channel.addresses

    @property
    def compared_words(self) -> tuple[str, ...]:
        """Words that both persons may compare, to be sure that nobody sits between them."""
        return self.head.keys.compared_words

    @property
    def watched(self) -> str:
        """The invitation for those who watch; "" while nobody is let in."""
        return self._opened.kept.watched

    def keep_watched(self, invitation: str) -> None:
        """Keep the invitation for those who watch for the next time, "" to let nobody in any more."""
        self._opened.kept.watched = invitation
        self._file.note(f"watched {invitation}".rstrip())

    def poll(self) -> list[SeatNews]:
        """Let time pass, read and answer; what there is to show and to tell."""
        now = self._clock()
        self.seat.tick(now)
        self._look_at_channel(now)
        told, self._untold = [*self._untold, *self._read()], []
        self._send()
        notice = self._channel.state.notice
        told += self._once(notice) if notice else []
        problem = self._file.problem()
        return [*self.seat.take_news(), *map(Notice, [*told, *([problem] if problem else [])])]

    def _read(self) -> Iterator[str]:
        """Read what has come in, but not for long; sentences about it."""
        for frame in frames_for_now(self._channel):
            yield from self._take(frame)

    def _look_at_channel(self, now: int) -> None:
        is_connected = self._channel.state.is_connected
        if is_connected and not self._was_connected:
            self.seat.connected()
            self._greet_at = now
        self._was_connected = is_connected
        # One greeting now and then even when both have met: the other program may have started again unheard.
        if is_connected and now >= self._greet_at:
            self._greet_at = now + (_GREET_AGAIN if not self._is_well else 10 * _GREET_AGAIN)
            self._channel.send(self._sealing.greeting())

    @property
    def _is_well(self) -> bool:
        return self._sealing.is_met and self.seat.is_far_here

    def _take(self, frame: bytes) -> list[str]:
        """Take a frame of whoever sent it; sentences about it."""
        opened, answer = self._sealing.open(frame)
        if opened is None and not answer and self._open_seat is not None:
            answer = self._open_seat.hear(frame)
        if answer:
            self._channel.send(answer)
        if isinstance(opened, Decrypted | SessionBegun) and self._channel.trust(frame):
            # The other side came back by a new connection: what was lost with the old one is said again.
            self.seat.connected()
        match opened:
            case Decrypted():
                return self._hear(opened.message)
            case SessionBegun():
                self._file.note(f"far {self._sealing.bound_to.hex()}")
                self._channel.both_sit()
                self.seat.far_began()
                self.seat.connected()
            case PlaceTaken():
                mine = _("Another player has already joined this game.")
                return self._once(mine if opened.is_own else _("Another person tried to join with this invitation."))
            case None:
                pass
        return []

    def _hear(self, received: bytes) -> list[str]:
        message = parse_message(received)
        if isinstance(message, UnreadableMessage):
            return self._once(message.sentence)
        self.seat.hear(message)
        return []

    def _once(self, sentence: str) -> list[str]:
        """The sentence where it was not told at this table yet."""
        if sentence in self._told:
            return []
        self._told.add(sentence)
        return [sentence]

    def _send(self) -> None:
        """Send what the seat has to say, once what it tells is in the file."""
        if not (self._file.is_written and self._channel.state.is_connected and self._sealing.is_met):
            return
        for message in self.seat.take_messages():
            self._channel.send(self._sealing.seal(format_message(message)))

    def leave(self) -> None:
        """Say that this side leaves for now; ``close`` follows."""
        self.seat.leave()
        self._send()

    def close(self) -> str:
        """Write what waits, send it, and end the channel; a sentence where it could not be written."""
        problem = self._file.close()
        self._send()
        self._channel.close()
        self._opened.let_go()
        return problem


def new_seat(folder: Path, side: Side, name: str, keys: TableKeys, meets: Invitation | ServerAddress) -> Path | Reason:
    """Begin the file of a seat at a table whose keys were made; its path, or why it cannot be.

    ``meets`` is the invitation, or the place of a table that was open to anybody nearby. Where there is such a seat
    already, as for an invitation that is typed again, that one is gone on with.
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
    return path if path.exists() else begin_seat_file(path, head) or path
