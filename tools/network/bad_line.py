"""A TCP proxy for tests that simulates a bad network: it delays data, stalls, and cuts connections."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from dataclasses import dataclass, field


@dataclass
class BadLine:
    """A TCP proxy between its clients, which connect to ``port``, and ``target``.

    Data is delayed by ``delay`` seconds in each direction, and held back while ``is_stalled`` is True.
    """

    target: tuple[str, int]
    delay: float = 0.0
    is_stalled: bool = False
    is_cut: bool = False
    _sockets: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                if self.is_cut:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(self.target, timeout=5)
                except OSError:
                    near.close()
                    continue
                far.settimeout(None)
                self._sockets += [near, far]
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                time.sleep(self.delay)
                while self.is_stalled:
                    time.sleep(0.02)
                target.sendall(data)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def cut(self) -> None:
        """Close all connections, and refuse new ones until ``mend`` is called."""
        self.is_cut = True
        sockets, self._sockets = self._sockets, []
        for each in sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.is_cut = self.is_stalled = False

    def close(self) -> None:
        self.cut()
        self._listener.close()
