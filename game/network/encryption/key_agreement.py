"""Key agreement for a nearby game that any player can join: guest and host agree on keys without an invitation.

An eavesdropper cannot learn the keys. An attacker between the two sides could, but then the words that both players
compare would differ. As these words are few, the guest commits to its public key before it sees the host's, and the
host shows each guest a fresh key. So an attacker has one guess for each attempt, and cannot try keys offline until the
words match (a commitment before short authentication strings: Vaudenay, *Secure communications over insecure channels
based on short authenticated strings*, CRYPTO 2005). The first guest that completes the exchange gets the seat.
"""

from __future__ import annotations

import hashlib

from game.network.encryption.keys import PUBLIC_BYTES, KeyAgreement, TableKeys
from game.network.sides import Side

#: First bytes of these frames; encrypted frames begin with others. The guest sends a commitment (knock), the host sends
#: its key, the guest sends its own key (sits down), and the host answers with welcome or too late.
_KNOCKS, _SHOWS, _SITS_DOWN, _WELCOME, _TOO_LATE = b"\x10", b"\x11", b"\x12", b"\x13", b"\x14"
_BOUND_BYTES = 32
#: Milliseconds before the guest repeats an unanswered frame, and the least time between two new guests.
_AGAIN, _KNOCK_PAUSE = 1_000, 100
#: The maximum number of guests in the middle of the exchange.
_MOST_GUESTS = 16


class OpenLobby:
    """One player's part of the key agreement for a nearby game.

    Call ``tick`` before ``receive``.
    """

    def __init__(self, side: Side, room: str) -> None:
        self._part = _Responder(room) if side is Side.HOST else _Initiator(room)

    @property
    def keys(self) -> TableKeys | None:
        """The agreed encryption keys; None until the exchange with the other player is complete."""
        return self._part.keys

    @property
    def is_too_late(self) -> bool:
        """True if another guest completed the key agreement with the host first."""
        return self._part.is_too_late

    def tick(self, now: int) -> bytes:
        """Return a key agreement frame that is due (b"" for none); ``now`` is in milliseconds."""
        return self._part.tick(now)

    def receive(self, frame: bytes) -> bytes:
        """Handle a frame from an untrusted sender nearby. Return a frame to send as a reply, b"" for none."""
        return self._part.receive(frame[:1], frame[1:])


class _Initiator:
    """The guest's part of the key agreement: uses one key pair, and accepts the first key as the host's."""

    def __init__(self, room: str) -> None:
        self._room, self._meeting = room, KeyAgreement()
        self._bound = _bound_to(room, self._meeting.shown)
        self._host = b""
        self._due = 0
        self.keys: TableKeys | None = None
        self.is_too_late = False

    def tick(self, now: int) -> bytes:
        if self.keys is not None or now < self._due:
            return b""
        self._due = now + _AGAIN
        return self._proof()

    def _proof(self) -> bytes:
        return _SITS_DOWN + self._meeting.shown if self._host else _KNOCKS + self._bound

    def receive(self, kind: bytes, told: bytes) -> bytes:
        if self.keys is not None:
            return b""
        if kind == _SHOWS and len(told) == PUBLIC_BYTES + _BOUND_BYTES and told[PUBLIC_BYTES:] == self._bound:
            self._host = self._host or told[:PUBLIC_BYTES]
            return self._proof()
        if kind == _WELCOME and told == self._bound and self._host:
            self.keys = self._meeting.keys_with(Side.GUEST, self._host, self._room)
        elif kind == _TOO_LATE and told == self._bound:
            self.is_too_late = True
        return b""


class _Responder:
    """The host's part of the key agreement: uses a new key pair for each guest. The first guest to finish can play."""

    is_too_late = False

    def __init__(self, room: str) -> None:
        self._room = room
        self._guests: dict[bytes, KeyAgreement] = {}
        """The key pair for each guest by the guest's commitment, latest last."""
        self._seated = b""
        self._now, self._due = 0, 0
        self.keys: TableKeys | None = None

    def tick(self, now: int) -> bytes:
        self._now = now
        return b""

    def receive(self, kind: bytes, told: bytes) -> bytes:
        if kind == _KNOCKS and len(told) == _BOUND_BYTES:
            return self._show(told)
        if kind == _SITS_DOWN and len(told) == PUBLIC_BYTES:
            return self._seat(told)
        return b""

    def _show(self, bound: bytes) -> bytes:
        if self._seated and bound != self._seated:
            return _TOO_LATE + bound
        if bound not in self._guests and not self._admit(bound):
            return b""
        return _SHOWS + self._guests[bound].shown + bound

    def _admit(self, bound: bytes) -> bool:
        """Make a key pair for a new guest. Return False if the previous guest came too recently."""
        if self._now < self._due:
            return False
        self._due = self._now + _KNOCK_PAUSE
        if len(self._guests) == _MOST_GUESTS:
            del self._guests[next(iter(self._guests))]
        self._guests[bound] = KeyAgreement()
        return True

    def _seat(self, guest: bytes) -> bytes:
        bound = _bound_to(self._room, guest)
        meeting = self._guests.get(bound)
        if self.keys is None and meeting is not None:
            self.keys = meeting.keys_with(Side.HOST, guest, self._room)
            self._seated = bound if self.keys is not None else b""
        if not self._seated:
            return b""
        return (_WELCOME if bound == self._seated else _TOO_LATE) + bound


def _bound_to(room: str, shown: bytes) -> bytes:
    """Return the guest's commitment to its public key: a hash that does not reveal the key."""
    return hashlib.blake2b(room.encode() + shown, person=b"Stone Fair seat", digest_size=_BOUND_BYTES).digest()
