"""An attacker on the network, who keeps many connections to one port open from one address.

Some connections send nothing, some only a part of the request that opens a connection, some the whole request, and some
invalid data after it. A new connection replaces each one that the host closes. ``python -m
tools.stress.network.strangers`` attacks from a separate process.
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

#: The largest number of new connections per second, and how long one wait for events lasts, in seconds.
_RATE, _LOOK = 2_000, 0.02
#: The HTTP request that opens a WebSocket connection.
HANDSHAKE = (
    "GET /{room} HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@dataclass(frozen=True, slots=True)
class FloodTarget:
    """The target of an attack: host, port and name of the game's room, and the address from which the attack comes."""

    host: str
    port: int
    room: str
    source: str


class Strangers:
    """An attack that keeps up to ``count`` connections open until it is stopped, in one thread."""

    def __init__(self, target: FloodTarget, count: int, seed: int) -> None:
        self._target, self._count, self._rng = target, count, random.Random(seed)
        self._open: dict[socket.socket, bytes] = {}
        """The open connections, each with the bytes that it sends once it is connected."""
        self._selector = selectors.DefaultSelector()
        self._stops = threading.Event()
        self._thread = threading.Thread(target=self._run, name="strangers", daemon=True)
        self.counts: Counter[str] = Counter()
        """Counts of connections: begun, ended by the host, failed, and the most that were open at once."""

    def start(self) -> None:
        """Start the attack in its thread."""
        self._thread.start()

    def stop(self) -> None:
        """Close all connections, and wait until the thread has ended."""
        self._stops.set()
        self._thread.join()

    def run(self, seconds: float) -> None:
        """Attack in the calling thread for ``seconds``."""
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
        # A WebSocket frame of a client: a binary message of 100 bytes, masked with zeros.
        rubbish = b"\x82\xe4\0\0\0\0" + rng.randbytes(100)
        return rng.choice((b"", handshake[: rng.randrange(1, len(handshake))], handshake, handshake + 5 * rubbish))

    def _look(self) -> None:
        for key, events in self._selector.select(_LOOK):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            try:
                if events & selectors.EVENT_WRITE:
                    connection.send(self._open[connection])
                    # The data is small enough for one call of send; now wait only until the host closes the connection.
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
    """Return a second loopback address from which a port can be reached, or 127.0.0.1 if there is none."""
    with socket.socket() as asked:
        try:
            asked.bind(("127.0.0.2", 0))
            asked.settimeout(1.0)
            asked.connect(("127.0.0.1", port))
        except OSError:
            return "127.0.0.1"
    return "127.0.0.2"


def main() -> int:
    """Attack the target given on the command line, and print the counts of connections."""
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
