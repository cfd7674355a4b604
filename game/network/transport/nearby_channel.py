"""The local network channel, in which the guest's program connects directly to the host's by WebSocket.

Everybody on the network can connect, but gains nothing: frames are encrypted, strangers have few slots and two seconds,
and an authenticated connection is never closed in favour of a stranger's.
"""

from __future__ import annotations

import contextlib
import http
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.language import _
from game.core.model import Reason
from game.core.threads.worker import close_in_background
from game.network.encryption.cipher import MOST_FRAME
from game.network.transport.admission import Admission, AdmittedConnection
from game.network.transport.channel import ChannelState, ConnectionStatus, FrameQueue, LineFrame
from game.network.transport.line import MOST_OF_STRANGER, SocketLine, end_lines
from game.network.transport.listener import ConnectionListener
from game.network.transport.worker import Worker

if TYPE_CHECKING:
    from websockets.http11 import Request, Response
    from websockets.sync.connection import Connection
    from websockets.sync.server import Server, ServerConnection

#: The maximum number of authenticated connections at a time, and of addresses that a guest tries in one round.
MOST_CONNECTIONS = 8
#: Timeouts of a guest in seconds: to connect, to authenticate the host, first and longest pause between attempts.
_OPENING, _PROOF_OF_HOST, _FIRST_PAUSE, _LAST_PAUSE = 3.0, 5.0, 0.5, 2.5
#: Timeouts of a host in seconds: for the opening handshake, and then for the guest to authenticate.
_HANDSHAKE, _PROOF_OF_GUEST = 2.0, 2.0
#: Seconds between pings, for their answers, and for closing.
_PING, _PONG, _CLOSING = 10.0, 10.0, 1.0
#: Messages that the library may buffer for a connection before it stops reading.
_MOST_UNREAD = 4
#: The maximum number of addresses to try.
_MOST_ADDRESSES = 32

#: Host and port.
NetworkAddress = tuple[str, int]


def _quiet() -> logging.Logger:
    """Return a logger that logs nothing, because strangers could otherwise fill the log."""
    logger = logging.getLogger("stone_fair.nearby")
    logger.propagate = False
    logger.addHandler(logging.NullHandler())
    return logger


class NearbyHost:
    """The host's end of a local network channel, which listens for connections."""

    def __init__(self, room: str, most: int = MOST_CONNECTIONS) -> None:
        """Create a channel that accepts at most ``most`` authenticated connections at a time."""
        self.room, self._most = room, most
        self._inbox = FrameQueue()
        """Frames of authenticated connections that have ended."""
        self._lines: dict[SocketLine, AdmittedConnection] = {}
        self._visits: dict[socket.socket, AdmittedConnection] = {}
        self._turn = 0
        self._change = threading.Lock()
        self._status = ConnectionStatus()
        self._admission = Admission()
        self._listener: ConnectionListener | None = None
        self._server: Server | None = None

    def listen(self, host: str, port: int) -> Reason | None:
        """Start listening for guests. Return None on success, or the reason why it failed.

        Port 0 means any free port.
        """
        listener = ConnectionListener(self._admission, self._have, self._fallen)
        try:
            listening = listener.open(host, port)
        except OSError:
            return Reason("not listening", _("This computer cannot accept connections on port {port}.", port=port))
        self._server, self._listener = self._serving(listening), listener
        listener.start()
        return None

    def _serving(self, listening: socket.socket) -> Server:
        """Return a WebSocket server that is used only for handshakes.

        Its accept loop is not used, because it ends at the first error.
        """
        from websockets.sync.server import serve  # noqa: PLC0415 - the window starts without it

        return serve(
            self._carry,
            sock=listening,
            process_request=self._refuse,
            # Browsers send the origin of a web page; no web page may connect here.
            origins=[None],
            compression=None,
            server_header=None,
            open_timeout=_HANDSHAKE,
            ping_interval=_PING,
            ping_timeout=_PONG,
            close_timeout=_CLOSING,
            max_size=MOST_FRAME,
            max_queue=_MOST_UNREAD,
            logger=_quiet(),
        )

    def _fallen(self) -> None:
        self._status.is_lost(_("Cannot accept connections at the moment. Trying again…"))

    def _refuse(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return an HTTP error if a client asks for another room, or None if the room is right."""
        if request.path == f"/{self.room}":
            return None
        return connection.respond(http.HTTPStatus.NOT_FOUND, "")

    @property
    def port(self) -> int:
        """The port on which the host listens, or 0 while it does not listen."""
        return 0 if self._listener is None else self._listener.port

    @property
    def state(self) -> ChannelState:
        """The state of the host's channel, which is connected while any guest is authenticated."""
        if not self._admission.is_flooded:
            return self._status.state
        text = _("Somebody is flooding this game with connections. Your friends may have to try again.")
        return replace(self._status.state, notice=text)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses at which the host listens; always empty, because this host does not know its own addresses."""
        return ()

    def send(self, frame: bytes) -> None:
        """Send a frame on all connections; only the intended receiver can decrypt it."""
        with self._change:
            lines = list(self._lines)
        for line in lines:
            line.send(frame)

    def receive(self, most: int) -> list[bytes]:
        """Remove and return at most ``most`` received frames, those of authenticated connections first."""
        with self._change:
            lines = list(self._lines)
            self._turn = (self._turn + 1) % max(1, len(lines))
            lines = [*lines[self._turn :], *lines[: self._turn]]
        frames = self._inbox.take(most)
        for line in sorted(lines, key=lambda each: not each.is_known):
            frames += line.inbox.take(most - len(frames))
        return frames

    def trust(self, frame: bytes) -> bool:
        """Mark the connection of a received frame as authenticated. Return True if it was not marked before."""
        line = frame.line if isinstance(frame, LineFrame) else None
        with self._change:
            if not isinstance(line, SocketLine) or line.is_known or line not in self._lines:
                return False
            line.recognise()
            self._admission.recognise(self._lines[line])
            self._status.stands()
            known = [each for each in self._lines if each.is_known]
        for oldest in known[: -self._most]:
            oldest.end()
        return True

    def both_joined(self) -> None:
        """Do nothing when both players are connected, because this channel is not announced."""

    # Methods that run in a connection's thread

    def _have(self, connected: socket.socket, address: object, visit: AdmittedConnection) -> None:
        """Serve a guest's connection from its handshake to its end."""
        server = self._server
        if server is None:
            return
        self._visits[connected] = visit
        try:
            server.handler(connected, address)
        finally:
            del self._visits[connected]

    def _carry(self, connection: Connection) -> None:
        line = SocketLine(connection, FrameQueue(MOST_OF_STRANGER), _PROOF_OF_GUEST)
        with self._change:
            self._lines[line] = self._visits[connection.socket]
        try:
            line.carry()
        finally:
            with self._change:
                del self._lines[line]
                # The last frames of a stranger are dropped.
                for frame in line.inbox.take(1_000) if line.is_known else []:
                    self._inbox.put(frame)
                if not any(each.is_known for each in self._lines):
                    self._status.is_lost()

    def close(self) -> None:
        """Stop listening, and close all connections in another thread without blocking."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
        close_in_background(self._closings())

    def _closings(self) -> list[Callable[[], None]]:
        """Return the functions that close the channel. They block, so each is called in a thread."""
        return [self._end_connections]

    def _end_connections(self) -> None:
        with self._change:
            lines = list(self._lines)
        end_lines(lines, _CLOSING)
        for connected in list(self._visits):
            with contextlib.suppress(OSError):
                connected.shutdown(socket.SHUT_RDWR)
        server, self._server = self._server, None
        if server is not None:
            _forget(server)


def _forget(server: Server) -> None:
    """Close the sockets that the WebSocket server opened for its unused accept loop."""
    for name in ("shutdown_watcher", "shutdown_notifier"):
        end = getattr(server, name, None)
        if isinstance(end, socket.socket):
            end.close()


class NearbyGuest:
    """The guest's end of a local network channel, which connects and reconnects to the host.

    ``find`` returns the current addresses of the host.
    """

    def __init__(self, room: str, find: Callable[[], Iterable[NetworkAddress]]) -> None:
        self._room, self._find = room, find
        self._inbox = FrameQueue()
        self._line: SocketLine | None = None
        self._status = ConnectionStatus()
        self._tried = 0
        self._worker = Worker("far table connects", self._run, self._fallen)
        self._worker.start()

    @property
    def state(self) -> ChannelState:
        """The state of the guest's channel, which is connected while the host is authenticated."""
        return self._status.state

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses at which this side listens; always empty, because a guest only connects to the host."""
        return ()

    def send(self, frame: bytes) -> None:
        """Send a frame to the host. It is dropped if there is no connection."""
        line = self._line
        if line is not None:
            line.send(frame)

    def receive(self, most: int) -> list[bytes]:
        """Remove and return at most ``most`` frames received from the host."""
        return self._inbox.take(most)

    def trust(self, frame: bytes) -> bool:
        """Mark the connection to the host as authenticated. Return True if it was not marked before."""
        line = frame.line if isinstance(frame, LineFrame) else None
        if not isinstance(line, SocketLine) or line.is_known:
            return False
        line.recognise()
        return True

    def both_joined(self) -> None:
        """Do nothing when both players are connected, because a guest announces nothing."""

    def _fallen(self) -> None:
        self._status.is_lost(_("Connection lost. Trying again…"))

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        while not self._worker.stops.is_set():
            addresses = list(self._find())[:_MOST_ADDRESSES]
            if any(self._try(address) for address in self._next(addresses)):
                pause = _FIRST_PAUSE
            else:
                self._status.is_lost(_("The other player was not found on the local network."))
                pause = min(2 * pause, _LAST_PAUSE)
            self._wait(pause, addresses)

    def _next(self, addresses: list[NetworkAddress]) -> Iterable[NetworkAddress]:
        """Return the next few addresses of the host to try.

        Only a few are tried at a time, so that false addresses cannot block true ones.
        """
        start = self._tried if self._tried < len(addresses) else 0
        self._tried = start + MOST_CONNECTIONS
        return addresses[start : self._tried]

    def _wait(self, seconds: float, tried: list[NetworkAddress]) -> None:
        """Wait before the next attempt to connect, and stop waiting if the host's addresses change."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._worker.stops.wait(_FIRST_PAUSE):
            if list(self._find())[:_MOST_ADDRESSES] != tried:
                self._tried = 0
                return

    def _try(self, address: NetworkAddress) -> bool:
        """Connect to an address and transfer frames until the connection ends.

        Return True if the other end was the real host.
        """
        from websockets.exceptions import WebSocketException  # noqa: PLC0415 - the window starts without it
        from websockets.sync.client import connect  # noqa: PLC0415

        if self._worker.stops.is_set():
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
                max_queue=_MOST_UNREAD,
                logger=_quiet(),
            ) as connection:
                return self._carry(SocketLine(connection, self._inbox, _PROOF_OF_HOST))
        except (WebSocketException, OSError, ValueError, EOFError):
            return False

    def _carry(self, line: SocketLine) -> bool:
        self._line = line
        self._status.stands()
        if self._worker.stops.is_set():
            line.end()
        line.carry()
        self._line = None
        # The next host must authenticate again.
        self._status.is_lost(_("Connection lost. Trying again…") if line.is_known else "")
        if line.is_known:
            self._tried = 0
        return line.is_known

    def close(self) -> None:
        """Stop reconnecting, and close the connection to the host in another thread without blocking."""
        self._worker.stops.set()
        close_in_background([self._end_connection])

    def _end_connection(self) -> None:
        line = self._line
        if line is not None:
            end_lines([line], _CLOSING)
        self._worker.stop(_CLOSING)
