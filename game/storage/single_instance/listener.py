"""The open window's thread that listens for second starts of the program and queues their requests."""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from collections import deque
from dataclasses import dataclass, field
from functools import partial

from game.core.threads.worker import report_failure, start_worker
from game.storage.single_instance import address
from game.storage.single_instance.address import Address
from game.storage.single_instance.conversation import HandoverError, LocalConnection, StartRequest, answer

#: Seconds for the window to accept a request. After that the second start opens a window of its own.
PATIENCE = 8.0
_LOCALHOST = "127.0.0.1"
#: Seconds for a client to prove that it knows the secret, so that it does not block others.
_GREETING_SECONDS = 1.0
_CLOSING_SECONDS = 0.25
_WAITING_STARTS = 64
#: Seconds to wait after an error, at first and at most.
_PAUSE, _LONGEST_PAUSE = 0.05, 2.0
#: Maximum number of connections without a proof; one more closes the oldest.
_MOST_STRANGERS = 32


@dataclass(eq=False)
class _PendingRequest:
    """A second start's request, which waits for the window and is withdrawn after a while."""

    request: StartRequest
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _is_settled: bool = False
    _taken: threading.Event = field(default_factory=threading.Event)

    def take(self) -> bool:
        """Accept a second start's request. Return False if it was withdrawn."""
        with self._lock:
            is_first, self._is_settled = not self._is_settled, True
        if is_first:
            self._taken.set()
        return is_first

    def wait(self, seconds: float) -> bool:
        """Wait up to ``seconds`` until the request is accepted, then withdraw it. Return True if accepted."""
        if self._taken.wait(seconds):
            return True
        with self._lock:
            is_taken, self._is_settled = self._is_settled, True
        return is_taken


class Listener:
    """A listener for second starts of the program by the same user, from ``open`` until ``close``.

    If it cannot listen, the window works all the same, and a second start opens another one.
    """

    def __init__(self) -> None:
        self._strangers: deque[socket.socket] = deque()
        """Connections that have not proved yet that they know the secret, oldest first."""
        self._lock = threading.Lock()
        self._offers: queue.SimpleQueue[_PendingRequest] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._address: Address | None = None
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Start listening for second starts of the program, and write the window's address to a file."""
        try:
            server = socket.create_server((_LOCALHOST, 0), backlog=_WAITING_STARTS)
        except OSError:
            return
        server.settimeout(_CLOSING_SECONDS)
        self._address = Address(server.getsockname()[1], address.new_secret())
        try:
            address.keep(self._address)
        except OSError:
            server.close()
            self._address = None
            return
        known = self._address
        self._thread = start_worker(lambda: self._serve(server, known), "handover")

    def requests(self) -> list[StartRequest]:
        """Return the requests of second starts of the program since the last call, and confirm them."""
        taken = []
        with contextlib.suppress(queue.Empty):
            while True:
                offer = self._offers.get_nowait()
                if offer.take():
                    taken.append(offer.request)
        return taken

    def close(self) -> None:
        """Stop listening for second starts of the program."""
        self._closing.set()
        if self._address is not None:
            address.forget(self._address)
        if self._thread is not None:
            self._thread.join(_CLOSING_SECONDS * 4)

    def _serve(self, server: socket.socket, known: Address) -> None:
        pause = _PAUSE
        with server:
            while not self._closing.is_set():
                try:
                    connected, _where = server.accept()
                    self._admit(connected)
                    start_worker(partial(self._answer, connected, known), "handover answer")
                except TimeoutError:
                    continue
                except OSError:
                    # The connection was closed already, or no file descriptor is free: the next one may work.
                    self._closing.wait(_PAUSE)
                except Exception as error:  # noqa: BLE001 - such as no thread that is free: it is reported once
                    if pause == _PAUSE:
                        report_failure(error)
                    self._closing.wait(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)

    def _admit(self, connected: socket.socket) -> None:
        """Store an unauthenticated connection, and close the oldest one if there are too many."""
        with self._lock:
            self._strangers.append(connected)
            if len(self._strangers) > _MOST_STRANGERS:
                with contextlib.suppress(OSError):
                    self._strangers.popleft().shutdown(socket.SHUT_RDWR)

    def _answer(self, connected: socket.socket, known: Address) -> None:
        with contextlib.suppress(OSError, HandoverError), connected:
            connection = LocalConnection(connected, _GREETING_SECONDS)
            try:
                answer(connection, known.secret, lambda request: self._offer(connected, request))
            finally:
                self._forget(connected)

    def _forget(self, connected: socket.socket) -> None:
        with self._lock, contextlib.suppress(ValueError):
            self._strangers.remove(connected)

    def _offer(self, connected: socket.socket, request: StartRequest) -> bool:
        self._forget(connected)
        offer = _PendingRequest(request)
        self._offers.put(offer)
        return offer.wait(PATIENCE)
