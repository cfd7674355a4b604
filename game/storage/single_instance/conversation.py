"""What a window and a second start say to each other: four short messages, each of a bounded size and in time.

Both show that they know the secret without saying it, over numbers that are new each time, before the window reads
what it is handed, and before the other believes that it was taken:

1. The start greets with a number of its own.
2. The window answers with a number of its own and a proof.
3. The start sends a proof and a request: the whole path of a file, or nothing where the window shall only come forward.
4. The window sends a proof once it has taken the request.
"""

from __future__ import annotations

import hmac
import os
import secrets
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_GREETING = b"stone-fair window 1\n"
_NUMBER = _PROOF = 32
_LENGTH = 4
#: The longest request in bytes: no system has longer paths.
MOST_BYTES = 40_000


class HandoverError(Exception):
    """The other side is none of ours, is late, or says what cannot be understood; the message says which."""


@dataclass(frozen=True, slots=True)
class StartRequest:
    """What a second start asks of the window: to come forward, and to open a file if one is named."""

    path: Path | None = None


def greet(connection: LocalConnection, secret: bytes, request: StartRequest, patience: float) -> None:
    """The side of a second start; returns when the window has taken the request, else raises HandoverError.

    The connection's own limit is for the window's proof. Then it may take ``patience`` seconds: it is ours.
    """
    mine = secrets.token_bytes(_NUMBER)
    connection.send(_GREETING + mine)
    theirs = connection.receive(_NUMBER)
    _check(connection.receive(_PROOF), _proof(secret, b"window", mine + theirs))
    connection.begin_anew(patience)
    words = b"" if request.path is None else os.fsencode(request.path)
    if len(words) > MOST_BYTES:
        raise HandoverError("the path is too long")
    connection.send(len(words).to_bytes(_LENGTH, "big") + _proof(secret, b"request", mine + theirs + words) + words)
    _check(connection.receive(_PROOF), _proof(secret, b"taken", mine + theirs))


def answer(connection: LocalConnection, secret: bytes, take: Callable[[StartRequest], bool]) -> None:
    """The side of the window; ``take`` says whether a request was taken. Raises HandoverError."""
    if connection.receive(len(_GREETING)) != _GREETING:
        raise HandoverError("it does not greet as we do")
    theirs, mine = connection.receive(_NUMBER), secrets.token_bytes(_NUMBER)
    connection.send(mine + _proof(secret, b"window", theirs + mine))
    length = int.from_bytes(connection.receive(_LENGTH), "big")
    if length > MOST_BYTES:
        raise HandoverError(f"a request of {length} bytes is too long")
    proof, words = connection.receive(_PROOF), connection.receive(length)
    _check(proof, _proof(secret, b"request", theirs + mine + words))
    if take(_request_of(words)):
        connection.begin_anew()
        connection.send(_proof(secret, b"taken", theirs + mine))


def _proof(secret: bytes, what: bytes, said: bytes) -> bytes:
    return hmac.digest(secret, what + b"\0" + said, "sha256")


def _check(found: bytes, expected: bytes) -> None:
    if not hmac.compare_digest(found, expected):
        raise HandoverError("it does not know the secret")


def _request_of(words: bytes) -> StartRequest:
    if not words:
        return StartRequest()
    try:
        path = Path(os.fsdecode(words))
    except UnicodeDecodeError as error:
        raise HandoverError("the request is no path") from error
    if b"\0" in words or not path.is_absolute():
        raise HandoverError("the request names no file by its whole path")
    return StartRequest(path)


class LocalConnection:
    """A connection on which nothing takes longer than ``seconds``, all together. Its errors are HandoverErrors."""

    def __init__(self, connected: socket.socket, seconds: float) -> None:
        self._socket, self._seconds = connected, seconds
        self.begin_anew()

    def begin_anew(self, seconds: float | None = None) -> None:
        """Count the time from now on, up to another limit if one is given."""
        self._end = time.monotonic() + (self._seconds if seconds is None else seconds)

    def _wait(self) -> None:
        left = self._end - time.monotonic()
        if left <= 0:
            raise HandoverError("it is late")
        self._socket.settimeout(left)

    def receive(self, length: int) -> bytes:
        """Exactly so many bytes."""
        found = b""
        while len(found) < length:
            self._wait()
            try:
                part = self._socket.recv(length - len(found))
            except OSError as error:
                raise HandoverError(f"it cannot be heard: {error}") from error
            if not part:
                raise HandoverError("it fell silent")
            found += part
        return found

    def send(self, words: bytes) -> None:
        """Send all of these bytes."""
        self._wait()
        try:
            self._socket.sendall(words)
        except OSError as error:
            raise HandoverError(f"it cannot be told: {error}") from error
