"""A hostile MQTT broker: it answers late, refuses clients, and sends invalid, oversized or far too many packets."""

from __future__ import annotations

import contextlib
import random
import socket
import struct
import threading

#: The delay of a late answer in seconds, and the largest number of bytes in one read.
_LATE, _READ = 0.5, 4096


class HostileBroker:
    """A hostile broker, which listens at ``port`` in a thread and serves one client after the other until ``close``."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.1)
        self.port = int(self._listener.getsockname()[1])
        self.visits = 0
        self._stops = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="hostile broker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and close the port."""
        self._stops.set()
        self._thread.join()
        self._listener.close()

    def _serve(self) -> None:
        while not self._stops.is_set():
            try:
                guest, _address = self._listener.accept()
            except TimeoutError:
                continue
            self.visits += 1
            with contextlib.suppress(OSError), guest:
                guest.settimeout(0.5)
                self._talk(guest)

    def _talk(self, guest: socket.socket) -> None:
        rng, hello = self._rng, guest.recv(_READ)
        end = b"\0" if b"MQTT\x05" in hello else b""
        if rng.random() < 0.1:
            self._stops.wait(_LATE)
        code = 0 if rng.random() < 0.8 else rng.choice((1, 4, 5, 132, 134, 135, 255))
        guest.sendall(packet(0x20, bytes((0, code)) + end))
        asked = guest.recv(_READ)
        start = asked.find(b"stonefair/")
        room = asked[start : start + 42] if start >= 0 else b"x"
        for _number in range(rng.randrange(1, 8)):
            guest.sendall(rubbish(rng, room))
        self._stops.wait(0.02)


def packet(kind: int, body: bytes) -> bytes:
    """Return an MQTT packet with ``kind`` as its first byte, and with a body of any length."""
    length, left = b"", len(body)
    while True:
        left, digit = divmod(left, 128)
        length += bytes([digit | (128 if left else 0)])
        if not left:
            return bytes([kind]) + length + body


def _text(words: bytes) -> bytes:
    return struct.pack(">H", len(words)) + words


def rubbish(rng: random.Random, room: bytes) -> bytes:
    """Return random bytes that no correct broker sends; ``room`` is the beginning of the attacked game's topics."""
    far = _text(room + b"/host")
    return rng.choice(
        (
            rng.randbytes(rng.randrange(1, 60)),
            packet(0x30, _text(b"\xff\xfe\xfd") + b"here"),
            packet(0x32, _text(b"stonefair/x") + b"\0\0hi"),
            packet(0x36, _text(b"stonefair/x")),
            packet(0x90, b"\0\1"),
            packet(0x90, b"\0\1\x80\x80\x80\x80\x87"),
            packet(0x40, b"\0"),
            packet(0x20, b""),
            # A length that does not end, and a packet that announces 200 MB but has only 5 kB.
            b"\x30\xff\xff\xff\xff\xff",
            b"\x31\x80\xd0\xb5\x5f" + far + bytes(5_000),
            packet(0xE0, b"\x81\x05\x1f\xff\xff"),
            packet(0x30, b"\xff\xffa"),
            packet(0x30, _text(b"") + b"a"),
            packet(0x31, far + rng.randbytes(rng.randrange(70_000))),
            packet(0x30, _text(room + b"/host/here") + rng.randbytes(rng.randrange(9))),
            # A flood of retained messages, and one of QoS 2 messages, which a client stores until their release.
            packet(0x31, far + b"retained") * 2_000,
            b"".join(packet(0x34, far + struct.pack(">H", number) + bytes(1_000)) for number in range(1, 300)),
        )
    )
