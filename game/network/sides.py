"""The two sides of a remote game, and the requests that they can send."""

from __future__ import annotations

from enum import Enum


class Side(Enum):
    """A side of a remote game. In the tournament the host is participant 0 and the guest participant 1."""

    HOST = "host"
    GUEST = "guest"

    @property
    def other(self) -> Side:
        """The opposite side."""
        return Side.GUEST if self is Side.HOST else Side.HOST

    @property
    def participant(self) -> int:
        """Index of this side's participant in the tournament."""
        return 0 if self is Side.HOST else 1


class FirstSeat(Enum):
    """The side that is player 1 in the first game."""

    HOST = "host"
    GUEST = "guest"
    TOSS = "toss"


class PeerRequest(Enum):
    """A request to the other side. Resigning and forfeiting need no consent: they take effect at once."""

    UNDO = "undo"
    DRAW = "draw"
    NEXT_GAME = "next game"
    PAUSE = "pause"
    RESUME = "resume"
    RESIGN = "resign"
    FORFEIT = "forfeit"
    GO_BACK = "go back"
    """Go back to the last line that both journals have."""
    WATCH = "watch"
    """Allow spectators, whom the requesting side admits."""

    @property
    def stands_in_journal(self) -> bool:
        """True if acceptance is written to the journal; the others do not change the game."""
        return self not in (PeerRequest.GO_BACK, PeerRequest.WATCH)

    @property
    def is_told(self) -> bool:
        """True if the request needs no answer."""
        return self in (PeerRequest.RESIGN, PeerRequest.FORFEIT)
