"""Protocol for a network channel, which sends and receives frames.

Channels are untrusted: encrypt all frames.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from game.network.encryption.cipher import MOST_FRAME

#: The maximum number of frames that wait; the oldest are dropped, as a later summary replaces them.
MOST_WAITING = 128
#: Limits for reading at one time, in frames and in seconds: a flood waits in the channel and is dropped there.
_MOST_AT_ONCE, _MOST_SECONDS = 64, 0.004


class LineFrame(bytes):
    """A received frame, with a reference to the connection through which it came."""

    line: object = None

    @classmethod
    def of(cls, frame: bytes, line: object) -> LineFrame:
        """Return the frame with a reference to the connection through which it came."""
        made = cls(frame)
        made.line = line
        return made


@dataclass(frozen=True, slots=True)
class ChannelState:
    """The state of a network channel; ``since`` is in seconds of ``time.monotonic``."""

    is_connected: bool = False
    since: float = 0.0
    problem: str = ""
    """The error message for a missing connection; "" if it is unknown or there is a connection."""
    has_peer_left: bool = False
    """True if the other side seems to be gone: a hint that anybody could have forged."""
    notice: str = ""
    """An error message about a problem that keeps others from connecting, although the channel works; "" for none."""


class Channel(Protocol):
    """Protocol for a bidirectional network channel for frames. No method blocks."""

    @property
    def state(self) -> ChannelState:
        """The state of the network channel."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses at which the channel listens, as ``host:port``; empty if it does not listen."""

    def send(self, frame: bytes) -> None:
        """Send a frame. It is dropped if there is no connection."""

    def receive(self, most: int) -> list[bytes]:
        """Remove and return at most ``most`` received frames, oldest first."""

    def trust(self, frame: bytes) -> bool:
        """Mark the connection of a received frame as authenticated. Return True if it was not marked before."""

    def both_joined(self) -> None:
        """Stop waiting for other players, because both sides of the game are connected."""

    def close(self) -> None:
        """Close the channel and its threads, which may go on for a moment to send a farewell."""


def frames_for_now(channel: Channel) -> Iterator[bytes]:
    """Yield the frames received by a channel, for a few milliseconds at most."""
    end = time.monotonic() + _MOST_SECONDS
    for _frame in range(_MOST_AT_ONCE):
        frames = channel.receive(1)
        yield from frames
        if not frames or time.monotonic() > end:
            return


class FrameQueue:
    """A thread-safe queue of network frames, with limits on their number and size."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._frames: deque[bytes] = deque(maxlen=most)
        self._change = threading.Condition()

    def put(self, frame: object) -> None:
        """Add a frame to the queue; drop it if it is too long or not bytes."""
        if isinstance(frame, bytes) and 0 < len(frame) <= MOST_FRAME:
            with self._change:
                self._frames.append(frame)
                self._change.notify()

    def widen(self, most: int) -> None:
        """Set the maximum number of frames in the queue."""
        with self._change:
            self._frames = deque(self._frames, most)

    def take(self, most: int) -> list[bytes]:
        """Remove and return the oldest frames of the queue, at most ``most``."""
        with self._change:
            return [self._frames.popleft() for _frame in range(min(most, len(self._frames)))]

    def wait(self, seconds: float) -> list[bytes]:
        """Wait at most ``seconds`` for a frame, then remove and return all frames of the queue."""
        with self._change:
            if not self._frames:
                self._change.wait(seconds)
        return self.take(MOST_WAITING)

    def wake(self) -> None:
        """Make a waiting call of ``wait`` in another thread return at once."""
        with self._change:
            self._change.notify_all()


class ConnectionStatus:
    """The state of a channel, written by the channel's thread and read by the window."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.state = ChannelState(since=clock())

    def stands(self) -> None:
        """Record that the channel is connected."""
        if not self.state.is_connected:
            self.state = ChannelState(True, self._clock())

    def is_lost(self, problem: str = "") -> None:
        """Record that the channel is disconnected, and store an error message for the player, if any."""
        if self.state.is_connected:
            self.state = ChannelState(since=self._clock(), problem=problem)
        elif problem:
            self.state = replace(self.state, problem=problem)

    def peer_left(self, has_left: bool) -> None:
        """Record whether the other player is known to have left the channel."""
        if self.state.has_peer_left != has_left:
            self.state = replace(self.state, has_peer_left=has_left)
