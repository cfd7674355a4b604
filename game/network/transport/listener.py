"""A listening socket that limits its connections, serves each in its own thread, and stays open after errors."""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
from collections.abc import Callable

from game.network.transport.admission import Admission, AdmittedConnection
from game.network.transport.worker import Worker

#: Seconds of one wait for a connection, for closing, and of the pause after an error of accept.
_LOOK, _CLOSING, _PAUSE = 0.2, 1.0, 0.1
_BACKLOG = 128
#: After this many refused connections in a row the thread sleeps this many seconds, so that a flood leaves processor
#: time to the window.
_REFUSED_AT_ONCE, _REST = 32, 0.005
#: Successive errors of accept after which the socket is opened again.
_MOST_ERRORS = 50
_BROKEN = {errno.EBADF, errno.EINVAL, errno.ENOTSOCK, errno.EOPNOTSUPP}
_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class ConnectionListener:
    """A listening socket that serves each connection in its own thread until the socket is closed.

    The function ``carry`` serves one connection.
    """

    def __init__(
        self,
        admission: Admission,
        carry: Callable[[socket.socket, object, AdmittedConnection], None],
        failed: Callable[[], None],
    ) -> None:
        """Prepare a listener without opening it.

        ``failed`` is called each time its thread fails, before the thread restarts.
        """
        self._admission, self._carry = admission, carry
        self._socket: socket.socket | None = None
        self._where: tuple[str, int] = ("", 0)
        self._errors = self._refused = 0
        self._worker = Worker("far table listens", self._accept_all, failed)

    def open(self, host: str, port: int) -> socket.socket:
        """Open and return the listening socket; port 0 means any free port. Raises OSError on failure."""
        self._socket = _listening((host, port))
        self._where = (host, int(self._socket.getsockname()[1]))
        return self._socket

    def start(self) -> None:
        """Start accepting connections."""
        self._worker.start()

    @property
    def port(self) -> int:
        """The port number of the listening socket, or 0 before it is open."""
        return self._where[1]

    @property
    def is_alive(self) -> bool:
        """True while the listener's thread runs."""
        return self._worker.is_alive

    def close(self) -> None:
        """Stop accepting connections and free the port."""
        self._worker.stops.set()
        listening = self._socket
        if listening is not None:
            # This ends the wait in accept; on some systems the wait lasts until its timeout.
            with contextlib.suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
        self._worker.stop(_CLOSING)
        self._close_socket()

    # Methods that run in the thread

    def _accept_all(self) -> None:
        try:
            while not self._worker.stops.is_set():
                if self._socket is None:
                    self._socket = _listening(self._where)
                self._accept_one(self._socket)
        finally:
            # Whatever the reason for the end, the next round starts with a new socket.
            self._close_socket()

    def _close_socket(self) -> None:
        listening, self._socket = self._socket, None
        if listening is not None:
            listening.close()

    def _accept_one(self, listening: socket.socket) -> None:
        try:
            connected, address = listening.accept()
        except TimeoutError:
            return
        except OSError as error:
            self._look_at(error)
            return
        self._errors = 0
        visit = self._admission.enter(str(address[0]))
        if visit is None:
            connected.close()
            self._refused += 1
            if self._refused % _REFUSED_AT_ONCE == 0:
                self._worker.stops.wait(_REST)
            return
        self._refused = 0
        self._begin(connected, address, visit)

    def _begin(self, connected: socket.socket, address: object, visit: AdmittedConnection) -> None:
        thread = threading.Thread(
            target=self._have, args=(connected, address, visit), name="far table has a visit", daemon=True
        )
        try:
            thread.start()
        except RuntimeError:
            # The machine cannot start another thread.
            self._admission.leave(visit)
            self._admission.overrun()
            connected.close()

    def _have(self, connected: socket.socket, address: object, visit: AdmittedConnection) -> None:
        try:
            self._carry(connected, address, visit)
        finally:
            connected.close()
            self._admission.leave(visit)

    def _look_at(self, error: OSError) -> None:
        """Handle an error in accepting a connection. Pause, and reopen the socket if it is broken."""
        self._errors += 1
        if error.errno in _NO_ROOM:
            self._admission.overrun()
        if error.errno in _BROKEN or self._errors > _MOST_ERRORS:
            self._errors = 0
            self._close_socket()
        self._worker.stops.wait(_PAUSE)


def _listening(where: tuple[str, int]) -> socket.socket:
    listening = socket.create_server(where, backlog=_BACKLOG)
    listening.settimeout(_LOOK)
    return listening
