"""Encryption of network frames with XChaCha20-Poly1305, so that a relay can neither read nor forge them.

Each direction has its own key, so a frame cannot be reflected to its sender. Each start of a program is a *session*
with a random id. Messages are encrypted for the other side's current session and numbered, which prevents replays. A
greeting introduces a session. It is trusted once it repeats the session id that was drawn here.
"""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass

from game.network.encryption.keys import TableKeys
from game.network.messages import MOST_BYTES
from game.network.sides import Side

#: The maximum size of a frame in bytes: a message and the overhead of encryption.
MOST_FRAME = MOST_BYTES + 128
_GREETING, _DATA, _TAKEN = b"\x01", b"\x02", b"\x03"
_ID, _COUNT, _TAG = 16, 8, 16
_NOBODY = bytes(_ID)
#: The number of latest frame numbers that are tracked, and of old sessions that are remembered to reject them.
_WINDOW, _OLD_SESSIONS = 256, 256


@dataclass(frozen=True, slots=True)
class Decrypted:
    """A decrypted message of the other side that was not received before."""

    message: bytes


@dataclass(frozen=True, slots=True)
class SessionBegun:
    """The event that the other side's program has started or has just been reached.

    Both sides then compare their journals.
    """


@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """The event that another program uses the same invitation for the same side of the remote game.

    With ``is_own``, this program came second and cannot play; otherwise the other program was rejected.
    """

    is_own: bool


class _Window:
    """A record of the frame numbers already received in a session, to reject repeated frames."""

    def __init__(self) -> None:
        self._highest, self._seen = -1, 0

    def takes(self, count: int) -> bool:
        """Record a frame number. Return True if it was not received before."""
        back = self._highest - count
        if back >= _WINDOW or (back >= 0 and self._seen >> back & 1):
            return False
        if back < 0:
            self._seen = (self._seen << -back) & ((1 << _WINDOW) - 1) if -back < _WINDOW else 0
            self._highest, back = count, 0
        self._seen |= 1 << back
        return True


class Cipher:
    """One end of an encrypted connection: encrypts outgoing frames and decrypts incoming ones."""

    def __init__(self, keys: TableKeys, side: Side, own_id: bytes, bound_to: bytes = b"") -> None:
        """Start a session of the encrypted connection between both sides of a remote game.

        ``own_id`` is this side's permanent id of 16 bytes; ``bound_to`` is the other side's, if known.
        """
        self._out, self._in = keys.key_of(side), keys.key_of(side.other)
        self._room = keys.room_name.encode()
        self._own_id = own_id
        self.bound_to = bound_to
        """Permanent id of the other side; b"" until it is known."""
        self._session = secrets.token_bytes(_ID)
        self._count = 0
        self._peer_id = _NOBODY
        self._window = _Window()
        self._old: deque[bytes] = deque(maxlen=_OLD_SESSIONS)

    @property
    def is_met(self) -> bool:
        """True if the other side's current session is known, so that messages can be encrypted."""
        return self._peer_id != _NOBODY

    def greeting(self, answers: bytes = b"") -> bytes:
        """Return a frame that introduces this side's session to the other side.

        ``answers`` is the other side's session id that the frame replies to, b"" without one.
        """
        return self._checksum(_GREETING, answers or self._peer_id, self._own_id)

    def seal(self, message: bytes) -> bytes:
        """Encrypt a message for the other side.

        The other side's current session must be known (asserted).
        """
        assert self.is_met
        return self._checksum(_DATA, self._peer_id, message)

    def _checksum(self, kind: bytes, target: bytes, content: bytes) -> bytes:
        from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as encrypt  # noqa: PLC0415

        head = kind + self._session + self._count.to_bytes(_COUNT, "big")
        self._count += 1
        return head + encrypt(target + content, self._room + kind, head[1:], self._out)

    def open(self, frame: bytes) -> tuple[Decrypted | SessionBegun | PlaceTaken | None, bytes]:
        """Decrypt a frame. Return its content, and a frame to send as a reply (b"" for none).

        The content is None for a greeting that changes nothing yet, and for an invalid frame: one of a stranger, of
        another room, of an older session, or a replayed one.
        """
        content = self._opened(frame)
        if content is None or frame[1 : 1 + _ID] in self._old:
            return None, b""
        kind, session = frame[:1], frame[1 : 1 + _ID]
        count = int.from_bytes(frame[1 + _ID : 1 + _ID + _COUNT], "big")
        target, said = content[:_ID], content[_ID:]
        if kind == _DATA:
            is_new = target == self._session and session == self._peer_id and self._window.takes(count)
            return (Decrypted(said) if is_new else None), b""
        if kind == _TAKEN:
            return (PlaceTaken(True) if target == self._session else None), b""
        return self._greeted(session, target, said)

    def _opened(self, frame: bytes) -> bytes | None:
        from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as decrypt  # noqa: PLC0415
        from nacl.exceptions import CryptoError  # noqa: PLC0415

        kind = frame[:1]
        if not 1 + 2 * _ID + _COUNT + _TAG <= len(frame) <= MOST_FRAME or kind not in (_GREETING, _DATA, _TAKEN):
            return None
        head, sealed = frame[1 : 1 + _ID + _COUNT], frame[1 + _ID + _COUNT :]
        try:
            return decrypt(sealed, self._room + kind, head, self._in)
        except CryptoError:
            return None

    def _greeted(self, session: bytes, target: bytes, peer_id: bytes) -> tuple[SessionBegun | PlaceTaken | None, bytes]:
        """Handle a greeting of the other side: reply to a new session, and trust it once it has replied to ours."""
        if len(peer_id) != _ID:
            return None, b""
        if self.bound_to and peer_id != self.bound_to:
            is_fresh = target == self._session
            taken = self._checksum(_TAKEN, session, b"")
            return (PlaceTaken(False) if is_fresh else None), (taken if is_fresh else self.greeting(session))
        if session == self._peer_id:
            return None, (b"" if target == self._session else self.greeting())
        if target != self._session:
            return None, self.greeting(session)
        if self.is_met:
            self._old.append(self._peer_id)
        self._peer_id, self._window = session, _Window()
        self.bound_to = peer_id
        return SessionBegun(), self.greeting()
