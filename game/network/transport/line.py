"""A WebSocket connection between two players, with tight limits until the other end is authenticated."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.network.transport.channel import MOST_WAITING, FrameQueue, LineFrame

if TYPE_CHECKING:
    from websockets.sync.connection import Connection

#: Frames that are read from one connection: in a second, and in total before it is authenticated.
_MOST_A_SECOND, _MOST_UNPROVED = 200, 32
#: The maximum number of frames that wait for or from an unauthenticated connection.
MOST_OF_STRANGER = 8
#: Seconds: wait of an idle sender, one wait for a frame, time for farewells, and limit for the other end to accept a
#: frame.
_SLEEP, _LOOK, _CLOSING, _STALLED = 0.5, 2.0, 1.0, 20.0


class SocketLine:
    """A WebSocket connection with a queue of received frames, and a thread that sends queued frames."""

    def __init__(self, connection: Connection, inbox: FrameQueue, patience: float) -> None:
        """Wrap a WebSocket connection, and set the time limit for its authentication.

        The connection is closed after ``patience`` seconds unless ``recognise`` is called before.
        """
        self._connection, self.inbox = connection, inbox
        self._outbox = FrameQueue(MOST_OF_STRANGER)
        self._until = time.monotonic() + patience
        self.is_known = False
        """True if the other end is authenticated: it sent a frame encrypted with the session's key."""
        self._is_over = False
        self._second, self._count = 0, 0
        self._sending_since: float | None = None
        self._sender = threading.Thread(target=self._carry_out, name="far table sends", daemon=True)
        self.ended = threading.Event()

    def recognise(self) -> None:
        """Mark the other end of the connection as authenticated, and raise its traffic limits."""
        self.is_known = True
        self._outbox.widen(MOST_WAITING)
        self.inbox.widen(MOST_WAITING)

    def send(self, frame: bytes) -> None:
        """Queue a frame for sending."""
        self._outbox.put(frame)

    def carry(self) -> None:
        """Transfer frames in both directions until the connection ends."""
        from websockets.exceptions import WebSocketException  # noqa: PLC0415 - the window starts without it

        try:
            # If the machine cannot start another thread, this raises RuntimeError.
            self._sender.start()
            for frame in self._received():
                if not self._is_acceptable():
                    break
                if isinstance(frame, bytes):
                    self.inbox.put(LineFrame.of(frame, self))
        except (WebSocketException, OSError, RuntimeError):
            pass
        finally:
            self._finish()

    def _received(self) -> Iterator[object]:
        """Yield the frames received from the other end, until the connection ends or times out."""
        while not self._is_stalled():
            left = _LOOK if self.is_known else min(_LOOK, self._until - time.monotonic())
            if left <= 0:
                return
            try:
                frame = self._connection.recv(timeout=left)
            except TimeoutError:
                continue
            yield frame

    def _is_stalled(self) -> bool:
        since = self._sending_since
        return since is not None and time.monotonic() - since > _STALLED

    def _is_acceptable(self) -> bool:
        """Count a received frame. Return False if the other end sends too many frames."""
        second = int(time.monotonic()) if self.is_known else 0
        self._count = self._count + 1 if second == self._second else 1
        self._second = second
        return self._count <= (_MOST_A_SECOND if self.is_known else _MOST_UNPROVED)

    def _carry_out(self) -> None:
        from websockets.exceptions import WebSocketException  # noqa: PLC0415

        try:
            is_last = False
            while not is_last:
                # Frames that were queued before the end are still sent.
                is_last = self._is_over
                for frame in self._outbox.take(MOST_WAITING) if is_last else self._outbox.wait(_SLEEP):
                    self._sending_since = time.monotonic()
                    self._connection.send(frame)
                    self._sending_since = None
            if self.is_known:
                self._connection.close()
        except (WebSocketException, OSError):
            pass
        finally:
            # A connection that cannot send is closed, whatever the reason.
            self.cut()

    def _finish(self) -> None:
        """Close the connection and end its sending thread.

        The receiving thread calls this.
        """
        self.end()
        if self._sender.is_alive():
            self._sender.join(2 * _CLOSING)
        self.cut()
        self.ended.set()

    def end(self) -> None:
        """Close the connection in the background, after its queued frames are sent.

        ``ended`` is set when the connection is closed.
        """
        self._is_over = True
        self._outbox.wake()

    def cut(self) -> None:
        """Close the connection at once, even if its threads are blocked."""
        self._is_over = True
        self._outbox.wake()
        with contextlib.suppress(OSError):
            self._connection.socket.shutdown(socket.SHUT_RDWR)


def end_lines(lines: list[SocketLine], seconds: float) -> None:
    """Close connections within ``seconds``. Only authenticated connections may still send their queued frames."""
    for line in lines:
        if line.is_known:
            line.end()
        else:
            line.cut()
    until = time.monotonic() + seconds
    for line in lines:
        line.ended.wait(max(0.0, until - time.monotonic()))
        line.cut()
