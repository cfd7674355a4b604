"""The protocol of four short messages between an open window and a second start of the program.

Both prove with fresh random numbers that they know the secret, without sending it. The window reads no request, and the
second start trusts no confirmation, without such a proof:

- The second start sends a greeting and a random number.
- The window answers with a random number and a proof.
- The second start sends a proof and a request: the absolute path of a file, or nothing to come to the front.
- The window sends a proof when it has accepted the request.
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
#: Maximum size of a request in bytes: no system has longer paths.
MOST_BYTES = 40_000


class HandoverError(Exception):
    """Raised if the other process of a file handover is not authenticated, late or sends invalid data.

    The message says which of these it is.
    """


@dataclass(frozen=True, slots=True)
class StartRequest:
    """A second start's request to the open window to come to the front and open a file, if any."""

    path: Path | None = None


def greet(connection: LocalConnection, secret: bytes, request: StartRequest, patience: float) -> None:
    """Send the request of a second start to the open window and wait for acceptance. Raises HandoverError.

    The connection's own time limit applies until the window has proved its identity; then ``patience`` seconds apply.
    """
    mine = secrets.token_bytes(_NUMBER)
    connection.send(_GREETING + mine)
    theirs = connection.receive(_NUMBER)
    _check(connection.receive(_PROOF), _proof(secret, b"window", mine + theirs))
    connection.restart(patience)
    words = b"" if request.path is None else os.fsencode(request.path)
    if len(words) > MOST_BYTES:
        raise HandoverError("the path is too long")
    connection.send(len(words).to_bytes(_LENGTH, "big") + _proof(secret, b"request", mine + theirs + words) + words)
    _check(connection.receive(_PROOF), _proof(secret, b"taken", mine + theirs))


def answer(connection: LocalConnection, secret: bytes, take: Callable[[StartRequest], bool]) -> None:
    """Receive a second start's request in the open window. Raises HandoverError.

    ``take`` returns True to accept the request.
    """
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
        connection.restart()
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
    """A local connection with one time limit in seconds for all calls together. Raises HandoverError."""

    def __init__(self, connected: socket.socket, seconds: float) -> None:
        self._socket, self._seconds = connected, seconds
        self.restart()

    def restart(self, seconds: float | None = None) -> None:
        """Restart the connection's time limit, with another number of seconds if given."""
        self._end = time.monotonic() + (self._seconds if seconds is None else seconds)

    def _wait(self) -> None:
        left = self._end - time.monotonic()
        if left <= 0:
            raise HandoverError("it is late")
        self._socket.settimeout(left)

    def receive(self, length: int) -> bytes:
        """Receive and return exactly ``length`` bytes from the connection."""
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
        """Send all of the given bytes over the connection."""
        self._wait()
        try:
            self._socket.sendall(words)
        except OSError as error:
            raise HandoverError(f"it cannot be told: {error}") from error
