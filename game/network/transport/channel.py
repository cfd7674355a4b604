"""What a channel is: frames go out and come in, and it says whether it stands. Nothing of it is believed or secret."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from game.network.encryption.cipher import MOST_FRAME

#: The most frames that wait to be read or sent; older ones give way, as each is told again by a later summary.
MOST_WAITING = 128
#: One look reads so many frames, and no other once so many seconds have passed: a flood waits in the channel, and is
#: dropped there.
_MOST_AT_ONCE, _MOST_SECONDS = 64, 0.004


class LineFrame(bytes):
    """A frame that remembers which connection it came in by."""

    line: object = None

    @classmethod
    def of(cls, frame: bytes, line: object) -> LineFrame:
        """Make a frame that came in by a connection."""
        made = cls(frame)
        made.line = line
        return made


@dataclass(frozen=True, slots=True)
class ChannelState:
    """Whether a channel stands, and since when, in seconds of ``time.monotonic``."""

    is_connected: bool = False
    since: float = 0.0
    problem: str = ""
    """Why it does not stand, in a sentence; "" where that is not known yet, or it stands."""
    has_far_left: bool = False
    """Whether the channel says that the other side is gone: a hint, which anybody could have given."""
    notice: str = ""
    """A sentence about an obstacle for others who want to connect, although the channel works; "" for none."""


class Channel(Protocol):
    """A way for frames between two sides. No method waits."""

    @property
    def state(self) -> ChannelState:
        """How it stands."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where it listens for the other side, as ``host:port``; none where it does not."""

    def send(self, frame: bytes) -> None:
        """Have a frame sent; where it does not stand, the frame is dropped."""

    def receive(self, most: int) -> list[bytes]:
        """The frames that have come in, at most so many, oldest first."""

    def trust(self, frame: bytes) -> bool:
        """Mark the connection that a received frame came in by as authenticated; return whether it was not before."""

    def both_sit(self) -> None:
        """Both sides have met: nobody else is waited for."""

    def close(self) -> None:
        """End it and its threads, which may send farewells for a moment after this call."""


def frames_for_now(channel: Channel) -> Iterator[bytes]:
    """What has come in, but not for long."""
    end = time.monotonic() + _MOST_SECONDS
    for _frame in range(_MOST_AT_ONCE):
        frames = channel.receive(1)
        yield from frames
        if not frames or time.monotonic() > end:
            return


class FrameQueue:
    """Frames between two threads, bounded in number and size."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._frames: deque[bytes] = deque(maxlen=most)
        self._change = threading.Condition()

    def put(self, frame: object) -> None:
        """Add a frame; what is no frame, or too long to be one, is dropped."""
        if isinstance(frame, bytes) and 0 < len(frame) <= MOST_FRAME:
            with self._change:
                self._frames.append(frame)
                self._change.notify()

    def widen(self, most: int) -> None:
        """Let so many frames wait from now on."""
        with self._change:
            self._frames = deque(self._frames, most)

    def take(self, most: int) -> list[bytes]:
        """The oldest frames, at most so many."""
        with self._change:
            return [self._frames.popleft() for _frame in range(min(most, len(self._frames)))]

    def wait(self, seconds: float) -> list[bytes]:
        """All frames, after waiting for the first one, at most so long."""
        with self._change:
            if not self._frames:
                self._change.wait(seconds)
        return self.take(MOST_WAITING)

    def wake(self) -> None:
        """End a wait."""
        with self._change:
            self._change.notify_all()


class ConnectionStatus:
    """The state of a channel, which its thread changes and the window reads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.state = ChannelState(since=clock())

    def stands(self) -> None:
        """The channel stands now."""
        if not self.state.is_connected:
            self.state = ChannelState(True, self._clock())

    def is_lost(self, problem: str = "") -> None:
        """The channel does not stand now."""
        if self.state.is_connected:
            self.state = ChannelState(since=self._clock(), problem=problem)
        elif problem:
            self.state = replace(self.state, problem=problem)

    def far_left(self, has_left: bool) -> None:
        """The channel says whether the other side is gone."""
        if self.state.has_far_left != has_left:
            self.state = replace(self.state, has_far_left=has_left)
