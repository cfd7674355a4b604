"""Frames as they travel: sealed with XChaCha20-Poly1305, so that whoever carries them can neither read nor forge one.

Each side has a key of its own, so nothing can be sent back to its sender. Each start of a program is a *session* with a
number drawn anew. What is said is sealed for the other side's running session, and each frame is counted: what was
recorded before opens nowhere. A greeting introduces a session; it is believed once it repeats a number that was drawn
here a moment ago.
"""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass

from game.network.encryption.keys import TableKeys
from game.network.messages import MOST_BYTES
from game.network.sides import Side

#: The most bytes of a frame: a message, and what sealing adds.
MOST_FRAME = MOST_BYTES + 128
_GREETING, _DATA, _TAKEN = b"\x01", b"\x02", b"\x03"
_ID, _COUNT, _TAG = 16, 8, 16
_NOBODY = bytes(_ID)
#: How far back a frame may come late and still count, and how many old sessions are remembered as old.
_WINDOW, _OLD_SESSIONS = 256, 256


@dataclass(frozen=True, slots=True)
class Decrypted:
    """A message of the other side, for the first time."""

    message: bytes


@dataclass(frozen=True, slots=True)
class SessionBegun:
    """The other side's program has started, or has found this one: compare the journals."""


@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """Somebody else with the same invitation: wants this seat, or says that the own one is taken."""

    is_own: bool


class _Window:
    """Which counts of a session were seen."""

    def __init__(self) -> None:
        self._highest, self._seen = -1, 0

    def takes(self, count: int) -> bool:
        """Whether a count is new; it is not from then on."""
        back = self._highest - count
        if back >= _WINDOW or (back >= 0 and self._seen >> back & 1):
            return False
        if back < 0:
            self._seen = (self._seen << -back) & ((1 << _WINDOW) - 1) if -back < _WINDOW else 0
            self._highest, back = count, 0
        self._seen |= 1 << back
        return True


class Cipher:
    """One side's end of a sealed line. ``bound_to`` is the other side's lasting number, which keeps its seat."""

    def __init__(self, keys: TableKeys, side: Side, own_id: bytes, bound_to: bytes = b"") -> None:
        """``own_id`` is this side's lasting number, 16 bytes; ``bound_to`` the other's where it is known already."""
        self._out, self._in = keys.key_of(side), keys.key_of(side.other)
        self._room = keys.room_name.encode()
        self._own_id = own_id
        self.bound_to = bound_to
        """The lasting number of who has the other seat, b"" for nobody yet."""
        self._session = secrets.token_bytes(_ID)
        self._count = 0
        self._far = _NOBODY
        self._window = _Window()
        self._old: deque[bytes] = deque(maxlen=_OLD_SESSIONS)

    @property
    def is_met(self) -> bool:
        """Whether the other side's running session is known, so that messages can be sealed for it."""
        return self._far != _NOBODY

    def greeting(self, answers: bytes = b"") -> bytes:
        """A frame that introduces this session, to the other one if that is known."""
        return self._seal(_GREETING, answers or self._far, self._own_id)

    def seal(self, message: bytes) -> bytes:
        """A message in a frame for the other side's running session; asserts that it is known."""
        assert self.is_met
        return self._seal(_DATA, self._far, message)

    def _seal(self, kind: bytes, target: bytes, content: bytes) -> bytes:
        from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as encrypt  # noqa: PLC0415

        head = kind + self._session + self._count.to_bytes(_COUNT, "big")
        self._count += 1
        return head + encrypt(target + content, self._room + kind, head[1:], self._out)

    def open(self, frame: bytes) -> tuple[Decrypted | SessionBegun | PlaceTaken | None, bytes]:
        """What a frame says, None where it says nothing here; and a frame to answer with, b"" for none.

        A frame of a stranger, of another room, of an older session, or one that came before, says nothing.
        """
        content = self._opened(frame)
        if content is None or frame[1 : 1 + _ID] in self._old:
            return None, b""
        kind, session = frame[:1], frame[1 : 1 + _ID]
        count = int.from_bytes(frame[1 + _ID : 1 + _ID + _COUNT], "big")
        target, said = content[:_ID], content[_ID:]
        if kind == _DATA:
            is_new = target == self._session and session == self._far and self._window.takes(count)
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

    def _greeted(self, session: bytes, target: bytes, far_id: bytes) -> tuple[SessionBegun | PlaceTaken | None, bytes]:
        """Answer a session that is not known; believe it once it answers this one."""
        if len(far_id) != _ID:
            return None, b""
        if self.bound_to and far_id != self.bound_to:
            is_fresh = target == self._session
            taken = self._seal(_TAKEN, session, b"")
            return (PlaceTaken(False) if is_fresh else None), (taken if is_fresh else self.greeting(session))
        if session == self._far:
            return None, (b"" if target == self._session else self.greeting())
        if target != self._session:
            return None, self.greeting(session)
        if self.is_met:
            self._old.append(self._far)
        self._far, self._window = session, _Window()
        self.bound_to = far_id
        return SessionBegun(), self.greeting()
