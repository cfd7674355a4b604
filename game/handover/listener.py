"""The side of the window: a thread that listens for second starts, and hands on what they ask."""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from dataclasses import dataclass, field

from game.handover import address
from game.handover.address import Address
from game.handover.conversation import HandoverError, LocalConnection, StartRequest, answer

#: Seconds in which the window takes a request, else the second start opens a window of its own: this one hangs.
PATIENCE = 8.0
_LOCALHOST = "127.0.0.1"
#: Seconds in which a stranger must have shown that it knows the secret, so that none keeps others waiting.
_GREETING_SECONDS = 1.0
_CLOSING_SECONDS = 0.25
_WAITING_STARTS = 16


@dataclass(eq=False)
class _Offer:
    """A request, which is either taken by the window or, after a while, withdrawn."""

    request: StartRequest
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _is_settled: bool = False
    _taken: threading.Event = field(default_factory=threading.Event)

    def take(self) -> bool:
        """Take it; False where it was withdrawn."""
        with self._lock:
            is_first, self._is_settled = not self._is_settled, True
        if is_first:
            self._taken.set()
        return is_first

    def wait(self, seconds: float) -> bool:
        """Wait until it is taken, and withdraw it where it is not; whether it was taken."""
        if self._taken.wait(seconds):
            return True
        with self._lock:
            is_taken, self._is_settled = self._is_settled, True
        return is_taken


class Listener:
    """Listens for second starts of the same user from ``open`` until ``close``.

    Where it cannot listen, the window works as ever, and a second start opens another one.
    """

    def __init__(self) -> None:
        self._offers: queue.SimpleQueue[_Offer] = queue.SimpleQueue()
        self._is_closing = False
        self._address: Address | None = None
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Begin to listen, and tell others where."""
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
        self._thread = threading.Thread(target=self._serve, args=(server, self._address), name="handover", daemon=True)
        self._thread.start()

    def requests(self) -> list[StartRequest]:
        """What second starts have asked since the last call; they are told that it is taken."""
        taken = []
        with contextlib.suppress(queue.Empty):
            while True:
                offer = self._offers.get_nowait()
                if offer.take():
                    taken.append(offer.request)
        return taken

    def close(self) -> None:
        """Listen no longer."""
        self._is_closing = True
        if self._address is not None:
            address.forget(self._address)
        if self._thread is not None:
            self._thread.join(_CLOSING_SECONDS * 4)

    def _serve(self, server: socket.socket, known: Address) -> None:
        with server:
            while not self._is_closing:
                # A connection that is gone again before it is accepted is an error, too.
                with contextlib.suppress(OSError, HandoverError):
                    connected, _where = server.accept()
                    with connected:
                        answer(LocalConnection(connected, _GREETING_SECONDS), known.secret, self._offer)

    def _offer(self, request: StartRequest) -> bool:
        offer = _Offer(request)
        self._offers.put(offer)
        return offer.wait(PATIENCE)
