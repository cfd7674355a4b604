"""The requests that a player can send to the opponent, most of which need consent."""

from __future__ import annotations

from enum import Enum


class PlayerRequest(Enum):
    """A request to the opponent. The values are part of the protocol of remote games and of their files."""

    UNDO = "undo"
    DRAW = "draw"
    NEXT_GAME = "next game"
    PAUSE = "pause"
    RESUME = "resume"
    RESIGN = "resign"
    FORFEIT = "forfeit"
    GO_BACK = "go back"
    """Go back to the last line that both machines' files of a remote game have."""
    WATCH = "watch"
    """Allow spectators, whom the requesting side admits."""

    @property
    def changes_series(self) -> bool:
        """True if a granted request changes the series of games, so that a remote game's journal must contain it."""
        return self not in (PlayerRequest.GO_BACK, PlayerRequest.WATCH)

    @property
    def needs_no_answer(self) -> bool:
        """True if the request takes effect without an answer: resigning and forfeiting."""
        return self in (PlayerRequest.RESIGN, PlayerRequest.FORFEIT)
