"""The channel on the local network: the host's window listens, the guest's connects (WebSocket). No server, no account.

Whoever is in the network can connect. That brings nobody anything: frames are sealed, few connections are held, and a
newer one takes the place of the oldest.
"""

from __future__ import annotations

import http
import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from game.apart.channels.channel import MOST_WAITING, ChannelState, FrameQueue, StateKeeper
from game.apart.sealed.sealing import MOST_FRAME
from game.core.language import _
from game.core.model import Reason

if TYPE_CHECKING:
    from websockets.http11 import Request, Response
    from websockets.sync.connection import Connection
    from websockets.sync.server import Server, ServerConnection

#: Connections that are held at once, and frames of one that are read in a second before it is ended.
MOST_CONNECTIONS, _MOST_A_SECOND = 8, 200
#: Seconds: to connect, between pings, until an answer to one, to say goodbye, and before another try, first and later.
_OPENING, _PING, _PONG, _CLOSING, _FIRST_PAUSE, _LAST_PAUSE = 5.0, 10.0, 10.0, 1.0, 0.5, 15.0
#: How long a sender sleeps when there is nothing to send.
_SLEEP = 0.5

#: A host and a port.
NetworkAddress = tuple[str, int]


def _quiet() -> logging.Logger:
    """A logger that says nothing: strangers would fill the screen."""
    logger = logging.getLogger("stone_fair.nearby")
    logger.propagate = False
    logger.addHandler(logging.NullHandler())
    return logger


class _Line:
    """One connection: its frames come into the channel's queue, and its own queue goes out by a thread."""

    def __init__(self, connection: Connection, inbox: FrameQueue) -> None:
        self._connection, self._inbox = connection, inbox
        self._outbox = FrameQueue()
        self._is_over = False
        self._second, self._count = 0, 0
        self._sender = threading.Thread(target=self._carry_out, name="far table sends", daemon=True)

    def send(self, frame: bytes) -> None:
        """Have a frame sent."""
        self._outbox.put(frame)

    def carry(self) -> None:
        """Carry frames both ways until the connection ends."""
        from websockets.exceptions import WebSocketException  # noqa: PLC0415 - the window starts without it

        self._sender.start()
        try:
            for frame in self._connection:
                if not self._is_bearable():
                    break
                self._inbox.put(frame)
        except (WebSocketException, OSError):
            pass
        finally:
            self.end()

    def _is_bearable(self) -> bool:
        """Whether the other end sends no more than a second bears."""
        second = int(time.monotonic())
        self._count = self._count + 1 if second == self._second else 1
        self._second = second
        return self._count <= _MOST_A_SECOND

    def _carry_out(self) -> None:
        from websockets.exceptions import WebSocketException  # noqa: PLC0415

        try:
            is_last = False
            while not is_last:
                # What was said before the end is sent with it.
                is_last = self._is_over
                for frame in self._outbox.take(MOST_WAITING) if is_last else self._outbox.wait(_SLEEP):
                    self._connection.send(frame)
        except (WebSocketException, OSError):
            pass

    def end(self) -> None:
        """Send what waits, and end the connection; a line that does not take it is not waited for."""
        self._is_over = True
        self._outbox.wake()
        if self._sender.is_alive():
            self._sender.join(_CLOSING)
        self._connection.close()


class NearbyHost:
    """The channel of the side whose window listens."""

    def __init__(self, room: str, most: int = MOST_CONNECTIONS) -> None:
        """``most`` connections are held at once."""
        self.room, self._most = room, most
        self._inbox = FrameQueue()
        self._lines: list[_Line] = []
        self._change = threading.Lock()
        self._keeper = StateKeeper()
        self._server: Server | None = None

    def listen(self, host: str, port: int) -> Reason | None:
        """Begin to listen; why that cannot be, None where it is done. Port 0 takes any that is free."""
        from websockets.sync.server import serve  # noqa: PLC0415 - the window starts without it

        try:
            self._server = serve(
                self._carry,
                host,
                port,
                process_request=self._refuse,
                # A page in a browser names where it comes from; none has any business here.
                origins=[None],
                compression=None,
                server_header=None,
                open_timeout=_OPENING,
                ping_interval=_PING,
                ping_timeout=_PONG,
                close_timeout=_CLOSING,
                max_size=MOST_FRAME,
                logger=_quiet(),
            )
        except OSError:
            return Reason("not listening", _("This machine cannot listen for others on port {port}.", port=port))
        threading.Thread(target=self._server.serve_forever, name="far table listens", daemon=True).start()
        return None

    def _refuse(self, connection: ServerConnection, request: Request) -> Response | None:
        """An answer to who comes to another room, None where the room is this one."""
        if request.path == f"/{self.room}":
            return None
        return connection.respond(http.HTTPStatus.NOT_FOUND, "")

    @property
    def port(self) -> int:
        """The port that it listens on, 0 while it does not."""
        return 0 if self._server is None else int(self._server.socket.getsockname()[1])

    @property
    def state(self) -> ChannelState:
        """Whether somebody is connected."""
        return self._keeper.state

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where it listens; one that is not announced cannot say by what address others reach it."""
        return ()

    def send(self, frame: bytes) -> None:
        """Have a frame sent to whoever is connected: only one of them can open it."""
        with self._change:
            for line in self._lines:
                line.send(frame)

    def receive(self, most: int) -> list[bytes]:
        """The frames that have come in, at most so many."""
        return self._inbox.take(most)

    def both_sit(self) -> None:
        """It is not announced here."""

    def _carry(self, connection: Connection) -> None:
        line = _Line(connection, self._inbox)
        with self._change:
            oldest = self._lines.pop(0) if len(self._lines) >= self._most else None
            self._lines.append(line)
            self._keeper.stands()
        if oldest is not None:
            oldest.end()
        line.carry()
        with self._change:
            if line in self._lines:
                self._lines.remove(line)
            if not self._lines:
                self._keeper.is_lost()

    def close(self) -> None:
        """Listen no more, and end every connection."""
        server, self._server = self._server, None
        if server is not None:
            server.shutdown()
        with self._change:
            lines = list(self._lines)
        for line in lines:
            line.end()


class NearbyGuest:
    """The channel of the side that connects, again and again; ``find`` says where the host is by now."""

    def __init__(self, room: str, find: Callable[[], Iterable[NetworkAddress]]) -> None:
        self._room, self._find = room, find
        self._inbox = FrameQueue()
        self._line: _Line | None = None
        self._keeper = StateKeeper()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="far table connects", daemon=True)
        self._thread.start()

    @property
    def state(self) -> ChannelState:
        """Whether the host is connected."""
        return self._keeper.state

    @property
    def addresses(self) -> tuple[str, ...]:
        """None: it connects and does not listen."""
        return ()

    def send(self, frame: bytes) -> None:
        """Have a frame sent to the host."""
        line = self._line
        if line is not None:
            line.send(frame)

    def receive(self, most: int) -> list[bytes]:
        """The frames that have come in, at most so many."""
        return self._inbox.take(most)

    def both_sit(self) -> None:
        """A guest announces nothing."""

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        while not self._closing.is_set():
            addresses = list(self._find())
            if any(self._try(address) for address in addresses[:MOST_CONNECTIONS]):
                pause = _FIRST_PAUSE
            else:
                self._keeper.is_lost(_("The other side is not found on the local network."))
                pause = min(2 * pause, _LAST_PAUSE)
            self._wait(pause, addresses)

    def _wait(self, seconds: float, tried: list[NetworkAddress]) -> None:
        """Wait before another try, but no longer than until the host is announced elsewhere."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._closing.wait(_FIRST_PAUSE):
            if list(self._find()) != tried:
                return

    def _try(self, address: NetworkAddress) -> bool:
        """Connect and carry until it ends; whether there was a connection."""
        from websockets.exceptions import WebSocketException  # noqa: PLC0415 - the window starts without it
        from websockets.sync.client import connect  # noqa: PLC0415

        if self._closing.is_set():
            return False
        host, port = address
        shown = f"[{host}]" if ":" in host else host
        try:
            with connect(
                f"ws://{shown}:{port}/{self._room}",
                compression=None,
                proxy=None,
                user_agent_header=None,
                open_timeout=_OPENING,
                ping_interval=_PING,
                ping_timeout=_PONG,
                close_timeout=_CLOSING,
                max_size=MOST_FRAME,
                logger=_quiet(),
            ) as connection:
                self._carry(_Line(connection, self._inbox))
        except (WebSocketException, OSError, ValueError):
            return False
        return True

    def _carry(self, line: _Line) -> None:
        self._line = line
        self._keeper.stands()
        if self._closing.is_set():
            line.end()
        line.carry()
        self._line = None
        self._keeper.is_lost(_("The connection was lost; it is tried again."))

    def close(self) -> None:
        """End the connection, and try no more."""
        self._closing.set()
        line = self._line
        if line is not None:
            line.end()
        self._thread.join(_CLOSING)
