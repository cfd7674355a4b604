"""How a table that is open to anybody nearby gets its keys: who sits down and the host agree on them in the open.

Nobody who only listens learns the keys. Somebody who stands between the two and answers for each could; the words that
both compare would tell. The first who sits down has the seat.
"""

from __future__ import annotations

from game.apart.sealed.keys import PUBLIC_BYTES, Meeting, TableKeys
from game.apart.sides import Side

#: What a frame of these begins with; a sealed frame begins otherwise.
_SITS_DOWN, _WELCOME, _TOO_LATE = b"\x10", b"\x11", b"\x12"
#: How often the guest knocks again, in milliseconds.
_AGAIN = 1_000


class OpenSeat:
    """One side's part in it: ``keys`` are there once both have met."""

    def __init__(self, side: Side, room: str) -> None:
        self._side, self._room = side, room
        self._meeting = Meeting()
        self._guest = b""
        self._due = 0
        self.keys: TableKeys | None = None
        self.is_too_late = False
        """Whether somebody else has sat down before."""

    def tick(self, now: int) -> bytes:
        """A frame to send now, b"" for none."""
        if self._side is Side.HOST or self.keys is not None or now < self._due:
            return b""
        self._due = now + _AGAIN
        return _SITS_DOWN + self._meeting.shown

    def hear(self, frame: bytes) -> bytes:
        """Take a frame of somebody who is nearby, whoever it is; a frame to answer with, b"" for none."""
        kind, shown = frame[:1], frame[1 : 1 + PUBLIC_BYTES]
        if len(frame) not in (1 + PUBLIC_BYTES, 1 + 2 * PUBLIC_BYTES):
            return b""
        if self._side is Side.HOST:
            return self._welcome(shown) if kind == _SITS_DOWN and len(frame) == 1 + PUBLIC_BYTES else b""
        if frame[1 + PUBLIC_BYTES :] == self._meeting.shown and kind == _WELCOME and self.keys is None:
            self.keys = self._meeting.keys_with(Side.GUEST, shown, self._room)
        elif kind == _TOO_LATE and shown == self._meeting.shown and self.keys is None:
            self.is_too_late = True
        return b""

    def _welcome(self, guest: bytes) -> bytes:
        if self.keys is None:
            self.keys = self._meeting.keys_with(Side.HOST, guest, self._room)
            self._guest = guest if self.keys is not None else b""
        if guest == self._guest:
            return _WELCOME + self._meeting.shown + guest
        return _TOO_LATE + guest if self._guest else b""
