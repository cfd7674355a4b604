"""The channel on the local network: the host's window listens, the guest's connects (WebSocket). No server, no account.

Everybody in the network can connect, but gains nothing: frames are sealed, strangers have few places and two
seconds, and a connection that has proved to know the table is never ended for one that has not.
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
from game.core.threads.closing import close_aside
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

#: Connections that have proved to know the table and are held at once; and addresses that a guest tries in a row.
MOST_CONNECTIONS = 8
#: Seconds of a guest: to connect, until the host has proved to know the table, before another try, first and later.
_OPENING, _PROOF_OF_HOST, _FIRST_PAUSE, _LAST_PAUSE = 3.0, 5.0, 0.5, 2.5
#: Seconds of a host: for the opening handshake, and from then on until the guest has proved to know the table.
_HANDSHAKE, _PROOF_OF_GUEST = 2.0, 2.0
#: Seconds between pings, until an answer to one, and to say goodbye.
_PING, _PONG, _CLOSING = 10.0, 10.0, 1.0
#: Messages that the library may hold of a connection before it stops reading.
_MOST_UNREAD = 4
#: The most addresses that are tried at all.
_MOST_ADDRESSES = 32

#: A host and a port.
NetworkAddress = tuple[str, int]


def _quiet() -> logging.Logger:
    """A logger that says nothing: strangers would fill the screen."""
    logger = logging.getLogger("stone_fair.nearby")
    logger.propagate = False
    logger.addHandler(logging.NullHandler())
    return logger


class NearbyHost:
    """The channel of the side whose window listens."""

    def __init__(self, room: str, most: int = MOST_CONNECTIONS) -> None:
        """``most`` connections of those who know the table are held at once."""
        self.room, self._most = room, most
        self._inbox = FrameQueue()
        """Frames of authenticated connections that have ended."""
        self._lines: dict[SocketLine, AdmittedConnection] = {}
        self._visits: dict[socket.socket, AdmittedConnection] = {}
        self._turn = 0
        self._change = threading.Lock()
        self._keeper = ConnectionStatus()
        self._admission = Admission()
        self._listener: ConnectionListener | None = None
        self._server: Server | None = None

    def listen(self, host: str, port: int) -> Reason | None:
        """Begin to listen; why that cannot be, None where it is done. Port 0 takes any that is free."""
        listener = ConnectionListener(self._admission, self._have, self._fallen)
        try:
            listening = listener.open(host, port)
        except OSError:
            return Reason("not listening", _("This computer cannot accept connections on port {port}.", port=port))
        self._server, self._listener = self._serving(listening), listener
        listener.start()
        return None

    def _serving(self, listening: socket.socket) -> Server:
        """Make the server that does handshakes; its own accept loop ends at the first error and is not used."""
        from websockets.sync.server import serve  # noqa: PLC0415 - the window starts without it

        return serve(
            self._carry,
            sock=listening,
            process_request=self._refuse,
            # A page in a browser names where it comes from; none has any business here.
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
        self._keeper.is_lost(_("Stopped accepting connections. Trying again…"))

    def _refuse(self, connection: ServerConnection, request: Request) -> Response | None:
        """An answer to who comes to another room, None where the room is this one."""
        if request.path == f"/{self.room}":
            return None
        return connection.respond(http.HTTPStatus.NOT_FOUND, "")

    @property
    def port(self) -> int:
        """The port that it listens on, 0 while it does not."""
        return 0 if self._listener is None else self._listener.port

    @property
    def state(self) -> ChannelState:
        """The state of the channel: connected while there is an authenticated connection."""
        if not self._admission.is_flooded:
            return self._keeper.state
        told = _("Somebody is flooding this game with connections. Friends may have to try again.")
        return replace(self._keeper.state, notice=told)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where it listens; one that is not announced cannot say by what address others reach it."""
        return ()

    def send(self, frame: bytes) -> None:
        """Send a frame to all who are connected: only one of them can open it."""
        with self._change:
            lines = list(self._lines)
        for line in lines:
            line.send(frame)

    def receive(self, most: int) -> list[bytes]:
        """Take frames that have come in, at most so many: first those of authenticated connections, in turn."""
        with self._change:
            lines = list(self._lines)
            self._turn = (self._turn + 1) % max(1, len(lines))
            lines = [*lines[self._turn :], *lines[: self._turn]]
        frames = self._inbox.take(most)
        for line in sorted(lines, key=lambda each: not each.is_known):
            frames += line.inbox.take(most - len(frames))
        return frames

    def trust(self, frame: bytes) -> bool:
        """Mark the connection that a frame came in by as authenticated; return whether it was not before."""
        line = frame.line if isinstance(frame, LineFrame) else None
        with self._change:
            if not isinstance(line, SocketLine) or line.is_known or line not in self._lines:
                return False
            line.recognise()
            self._admission.recognise(self._lines[line])
            self._keeper.stands()
            known = [each for each in self._lines if each.is_known]
        for oldest in known[: -self._most]:
            oldest.end()
        return True

    def both_sit(self) -> None:
        """It is not announced here."""

    # In the thread of a connection

    def _have(self, connected: socket.socket, address: object, visit: AdmittedConnection) -> None:
        """Serve a connection from its handshake to its end."""
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
                # The last words of a stranger are not waited for.
                for frame in line.inbox.take(1_000) if line.is_known else []:
                    self._inbox.put(frame)
                if not any(each.is_known for each in self._lines):
                    self._keeper.is_lost()

    def close(self) -> None:
        """Listen no more, and end every connection; farewells are sent in a thread."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
        close_aside(self._closings())

    def _closings(self) -> list[Callable[[], None]]:
        """List the steps of closing that wait for the network, to be taken in threads."""
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
    """Close what a server made for a loop of its own that never ran."""
    for name in ("shutdown_watcher", "shutdown_notifier"):
        end = getattr(server, name, None)
        if isinstance(end, socket.socket):
            end.close()


class NearbyGuest:
    """The channel of the side that connects, again and again; ``find`` says where the host is by now."""

    def __init__(self, room: str, find: Callable[[], Iterable[NetworkAddress]]) -> None:
        self._room, self._find = room, find
        self._inbox = FrameQueue()
        self._line: SocketLine | None = None
        self._keeper = ConnectionStatus()
        self._tried = 0
        self._worker = Worker("far table connects", self._run, self._fallen)
        self._worker.start()

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

    def trust(self, frame: bytes) -> bool:
        """Mark the host that a frame came from as authenticated; return whether it was not before."""
        line = frame.line if isinstance(frame, LineFrame) else None
        if not isinstance(line, SocketLine) or line.is_known:
            return False
        line.recognise()
        return True

    def both_sit(self) -> None:
        """A guest announces nothing."""

    def _fallen(self) -> None:
        self._keeper.is_lost(_("Connection lost. Trying again…"))

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        while not self._worker.stops.is_set():
            addresses = list(self._find())[:_MOST_ADDRESSES]
            if any(self._try(address) for address in self._next(addresses)):
                pause = _FIRST_PAUSE
            else:
                self._keeper.is_lost(_("The other player was not found on the local network."))
                pause = min(2 * pause, _LAST_PAUSE)
            self._wait(pause, addresses)

    def _next(self, addresses: list[NetworkAddress]) -> Iterable[NetworkAddress]:
        """Choose the addresses to try now, in turn, so that a stranger's many addresses hide no other one."""
        start = self._tried if self._tried < len(addresses) else 0
        self._tried = start + MOST_CONNECTIONS
        return addresses[start : self._tried]

    def _wait(self, seconds: float, tried: list[NetworkAddress]) -> None:
        """Wait before another try, but no longer than until the host is announced elsewhere."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._worker.stops.wait(_FIRST_PAUSE):
            if list(self._find())[:_MOST_ADDRESSES] != tried:
                self._tried = 0
                return

    def _try(self, address: NetworkAddress) -> bool:
        """Connect and carry frames until the connection ends; return whether it was the host."""
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
        self._keeper.stands()
        if self._worker.stops.is_set():
            line.end()
        line.carry()
        self._line = None
        # The next host that is tried is a stranger again until it has proved otherwise.
        self._keeper.is_lost(_("Connection lost. Trying again…") if line.is_known else "")
        if line.is_known:
            self._tried = 0
        return line.is_known

    def close(self) -> None:
        """End the connection, and try no more; the farewell is sent in a thread."""
        self._worker.stops.set()
        close_aside([self._end_connection])

    def _end_connection(self) -> None:
        line = self._line
        if line is not None:
            end_lines([line], _CLOSING)
        self._worker.stop(_CLOSING)
