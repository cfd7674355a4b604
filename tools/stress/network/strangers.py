"""A stranger on the network: many connections to one port from one address, as far as the host lets them be.

Some say nothing, some only begin a request, some open a connection and fall silent, some send rubbish. A connection
that the host ends is opened again. ``python -m tools.stress.network.strangers`` does it from a process of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import selectors
import socket
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass

#: New connections in a second, and seconds of one look at all of them.
_RATE, _LOOK = 2_000, 0.02
#: The request that opens a connection for frames.
HANDSHAKE = (
    "GET /{room} HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@dataclass(frozen=True, slots=True)
class FloodTarget:
    """The port that is attacked, and from where."""

    host: str
    port: int
    room: str
    source: str


class Strangers:
    """An attack that keeps as many connections open as it can until it is stopped, in one thread."""

    def __init__(self, target: FloodTarget, count: int, seed: int) -> None:
        self._target, self._count, self._rng = target, count, random.Random(seed)
        self._open: dict[socket.socket, bytes] = {}
        """Each connection, with what it still has to say."""
        self._selector = selectors.DefaultSelector()
        self._stops = threading.Event()
        self._thread = threading.Thread(target=self._run, name="strangers", daemon=True)
        self.counts: Counter[str] = Counter()
        """Counts of connections: begun, ended by the host, not made, and the most at once."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End all connections, and wait for that."""
        self._stops.set()
        self._thread.join()

    def run(self, seconds: float) -> None:
        """Do it in this thread for so long."""
        threading.Timer(seconds, self._stops.set).start()
        self._run()

    def _run(self) -> None:
        began = time.monotonic()
        while not self._stops.is_set():
            may_have_begun = (time.monotonic() - began) * _RATE
            while len(self._open) < self._count and self.counts["begun"] < may_have_begun:
                self._begin()
            if not self._open:
                self._stops.wait(_LOOK)
            else:
                self._look()
        for connection in list(self._open):
            self._end(connection)
        self._selector.close()

    def _begin(self) -> None:
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        connection.setblocking(False)
        self.counts["begun"] += 1
        try:
            connection.bind((self._target.source, 0))
            connection.connect_ex((self._target.host, self._target.port))
            self._selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE)
        except OSError:
            self.counts["not made"] += 1
            connection.close()
            return
        self._open[connection] = self._words()
        self.counts["at once"] = max(self.counts["at once"], len(self._open))

    def _words(self) -> bytes:
        rng, handshake = self._rng, HANDSHAKE.format(room=self._target.room).encode()
        # A frame of a client: a binary message of 100 bytes under a mask of zeros.
        rubbish = b"\x82\xe4\0\0\0\0" + rng.randbytes(100)
        return rng.choice((b"", handshake[: rng.randrange(1, len(handshake))], handshake, handshake + 5 * rubbish))

    def _look(self) -> None:
        for key, events in self._selector.select(_LOOK):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            try:
                if events & selectors.EVENT_WRITE:
                    connection.send(self._open[connection])
                    # All of it is small enough to go at once; from now on only the end is waited for.
                    self._selector.modify(connection, selectors.EVENT_READ)
                if events & selectors.EVENT_READ and not connection.recv(4096):
                    raise ConnectionError
            except BlockingIOError:
                continue
            except OSError:
                self.counts["ended by the host"] += 1
                self._end(connection)

    def _end(self, connection: socket.socket) -> None:
        del self._open[connection]
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(connection)
        connection.close()


def stranger_address(port: int) -> str:
    """Find a second loopback address that reaches a port; return the usual one where there is none."""
    with socket.socket() as asked:
        try:
            asked.bind(("127.0.0.2", 0))
            asked.settimeout(1.0)
            asked.connect(("127.0.0.1", port))
        except OSError:
            return "127.0.0.1"
    return "127.0.0.2"


def main() -> int:
    """Attack as the command line says, and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m tools.stress.network.strangers", description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("room")
    parser.add_argument("--source", default="127.0.0.2")
    parser.add_argument("--connections", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    chosen = parser.parse_args()
    strangers = Strangers(FloodTarget(chosen.host, chosen.port, chosen.room, chosen.source), chosen.connections, 1)
    strangers.run(chosen.seconds)
    text = ", ".join(f"{name}: {count}" for name, count in sorted(strangers.counts.items()))
    sys.stdout.write(f"{text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
