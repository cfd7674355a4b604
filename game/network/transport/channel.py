"""The interface of a channel, which sends and receives frames. Channels are untrusted: callers encrypt frames."""

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
    """A frame that remembers the connection through which it was received."""

    line: object = None

    @classmethod
    def of(cls, frame: bytes, line: object) -> LineFrame:
        """Return a copy of the frame that remembers the connection."""
        made = cls(frame)
        made.line = line
        return made


@dataclass(frozen=True, slots=True)
class ChannelState:
    """The state of a channel; ``since`` is in seconds of ``time.monotonic``."""

    is_connected: bool = False
    since: float = 0.0
    problem: str = ""
    """The error message for a missing connection; "" if it is unknown or there is a connection."""
    has_far_left: bool = False
    """True if the other side seems to be gone: a hint that anybody could have forged."""
    notice: str = ""
    """An error message about a problem that keeps others from connecting, although the channel works; "" for none."""


class Channel(Protocol):
    """A bidirectional channel for frames. No method blocks."""

    @property
    def state(self) -> ChannelState:
        """The state of the channel."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses where the channel listens, as ``host:port``; empty if it does not listen."""

    def send(self, frame: bytes) -> None:
        """Send a frame; without a connection, drop it."""

    def receive(self, most: int) -> list[bytes]:
        """Return the received frames, at most ``most``, oldest first."""

    def trust(self, frame: bytes) -> bool:
        """Mark the connection of a received frame as authenticated. Return True if it was not before."""

    def both_sit(self) -> None:
        """Stop waiting for other players, as both sides have met."""

    def close(self) -> None:
        """Close the channel and its threads, which may send a farewell for a moment after this call."""


def frames_for_now(channel: Channel) -> Iterator[bytes]:
    """Yield received frames, for a few milliseconds at most."""
    end = time.monotonic() + _MOST_SECONDS
    for _frame in range(_MOST_AT_ONCE):
        frames = channel.receive(1)
        yield from frames
        if not frames or time.monotonic() > end:
            return


class FrameQueue:
    """A thread-safe queue of frames, bounded in number and size."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._frames: deque[bytes] = deque(maxlen=most)
        self._change = threading.Condition()

    def put(self, frame: object) -> None:
        """Add a frame; drop anything that is no frame or too long."""
        if isinstance(frame, bytes) and 0 < len(frame) <= MOST_FRAME:
            with self._change:
                self._frames.append(frame)
                self._change.notify()

    def widen(self, most: int) -> None:
        """Set the maximum number of waiting frames."""
        with self._change:
            self._frames = deque(self._frames, most)

    def take(self, most: int) -> list[bytes]:
        """Remove and return the oldest frames, at most ``most``."""
        with self._change:
            return [self._frames.popleft() for _frame in range(min(most, len(self._frames)))]

    def wait(self, seconds: float) -> list[bytes]:
        """Wait for a frame, at most ``seconds``. Remove and return all waiting frames."""
        with self._change:
            if not self._frames:
                self._change.wait(seconds)
        return self.take(MOST_WAITING)

    def wake(self) -> None:
        """End the current ``wait`` call."""
        with self._change:
            self._change.notify_all()


class ConnectionStatus:
    """The state of a channel, written by its thread and read by the window."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.state = ChannelState(since=clock())

    def stands(self) -> None:
        """Set the state to connected."""
        if not self.state.is_connected:
            self.state = ChannelState(True, self._clock())

    def is_lost(self, problem: str = "") -> None:
        """Set the state to disconnected, with an error message."""
        if self.state.is_connected:
            self.state = ChannelState(since=self._clock(), problem=problem)
        elif problem:
            self.state = replace(self.state, problem=problem)

    def far_left(self, has_left: bool) -> None:
        """Record the hint that the other side has left or is back."""
        if self.state.has_far_left != has_left:
            self.state = replace(self.state, has_far_left=has_left)
