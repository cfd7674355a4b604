"""The two sides of a far table: who set it up, and who sat down."""

from __future__ import annotations

from enum import Enum


class Side(Enum):
    """A side of a far table; in the tournament the host is participant 0 and the guest participant 1."""

    HOST = "host"
    GUEST = "guest"

    @property
    def other(self) -> Side:
        """The side across the table."""
        return Side.GUEST if self is Side.HOST else Side.HOST

    @property
    def participant(self) -> int:
        """The index of its participant in the tournament."""
        return 0 if self is Side.HOST else 1


class FirstSeat(Enum):
    """Who has the first seat in the first game."""

    HOST = "host"
    GUEST = "guest"
    TOSS = "toss"


class PeerRequest(Enum):
    """What one side asks the other for. Nobody is asked about giving up: it is told, and becomes true."""

    UNDO = "undo"
    DRAW = "draw"
    NEXT_GAME = "next game"
    PAUSE = "pause"
    RESUME = "resume"
    RESIGN = "resign"
    FORFEIT = "forfeit"
    GO_BACK = "go back"
    """To the last line that both journals have."""
    WATCH = "watch"
    """That people may watch, whom the one who asks lets in."""

    @property
    def stands_in_journal(self) -> bool:
        """Whether it becomes true as a line of the journal; the others change no game."""
        return self not in (PeerRequest.GO_BACK, PeerRequest.WATCH)

    @property
    def is_told(self) -> bool:
        """Whether it needs no answer."""
        return self in (PeerRequest.RESIGN, PeerRequest.FORFEIT)
