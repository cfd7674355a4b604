"""A WebSocket connection between two windows: frames go both ways, and little is given to one that proves nothing."""

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

#: Frames of one that are read in a second before it is ended; and in all while it has proved nothing.
_MOST_A_SECOND, _MOST_UNPROVED = 200, 32
#: Frames that wait for or from a connection that has proved nothing.
MOST_OF_STRANGER = 8
#: Seconds: of a sender that has nothing to send, of one look, for farewells, until the far end must have taken a frame.
_SLEEP, _LOOK, _CLOSING, _STALLED = 0.5, 2.0, 1.0, 20.0


class SocketLine:
    """One connection: its frames come into a queue, and its own queue goes out by a thread."""

    def __init__(self, connection: Connection, inbox: FrameQueue, patience: float) -> None:
        """It ends after so many seconds of ``patience`` unless ``recognise`` is called before."""
        self._connection, self.inbox = connection, inbox
        self._outbox = FrameQueue(MOST_OF_STRANGER)
        self._until = time.monotonic() + patience
        self.is_known = False
        """Whether the far end is authenticated: a frame of it was sealed with the table's key."""
        self._is_over = False
        self._second, self._count = 0, 0
        self._sending_since: float | None = None
        self._sender = threading.Thread(target=self._carry_out, name="far table sends", daemon=True)
        self.ended = threading.Event()

    def recognise(self) -> None:
        """Mark the far end as authenticated, and let more frames wait for it."""
        self.is_known = True
        self._outbox.widen(MOST_WAITING)
        self.inbox.widen(MOST_WAITING)

    def send(self, frame: bytes) -> None:
        """Have a frame sent."""
        self._outbox.put(frame)

    def carry(self) -> None:
        """Carry frames both ways until the connection ends."""
        from websockets.exceptions import WebSocketException  # noqa: PLC0415 - the window starts without it

        try:
            # A machine without room for another thread says so by a RuntimeError.
            self._sender.start()
            for frame in self._received():
                if not self._is_bearable():
                    break
                if isinstance(frame, bytes):
                    self.inbox.put(LineFrame.of(frame, self))
        except (WebSocketException, OSError, RuntimeError):
            pass
        finally:
            self._finish()

    def _received(self) -> Iterator[object]:
        """Yield what comes in, as long as the far end may stay."""
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

    def _is_bearable(self) -> bool:
        """Count a frame, and return whether the far end may send so many."""
        second = int(time.monotonic()) if self.is_known else 0
        self._count = self._count + 1 if second == self._second else 1
        self._second = second
        return self._count <= (_MOST_A_SECOND if self.is_known else _MOST_UNPROVED)

    def _carry_out(self) -> None:
        from websockets.exceptions import WebSocketException  # noqa: PLC0415

        try:
            is_last = False
            while not is_last:
                # What was said before the end is sent with it.
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
            # A line that cannot send is over, whatever the reason.
            self.cut()

    def _finish(self) -> None:
        """End the connection and its thread, in the thread that carries."""
        self.end()
        if self._sender.is_alive():
            self._sender.join(2 * _CLOSING)
        self.cut()
        self.ended.set()

    def end(self) -> None:
        """Begin to end: what waits is sent, with a farewell. It waits for nothing; ``ended`` tells when it is done."""
        self._is_over = True
        self._outbox.wake()

    def cut(self) -> None:
        """End the connection at once, whatever its threads wait for."""
        self._is_over = True
        self._outbox.wake()
        with contextlib.suppress(OSError):
            self._connection.socket.shutdown(socket.SHUT_RDWR)


def end_lines(lines: list[SocketLine], seconds: float) -> None:
    """End lines together: farewells go out to those that are known, and in so many seconds all are cut."""
    for line in lines:
        if line.is_known:
            line.end()
        else:
            line.cut()
    until = time.monotonic() + seconds
    for line in lines:
        line.ended.wait(max(0.0, until - time.monotonic()))
        line.cut()
