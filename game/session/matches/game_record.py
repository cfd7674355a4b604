"""The record of a finished game of an arena (a run of games between engines), a line of its log."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from game.core.model import Termination
from game.engine.client.opponent import TroubleKind
from game.session.matches.game_log import LogRecord

#: The kind of a forfeit in a log that does not name it.
UNKNOWN = "unknown"
#: All kinds of forfeits, in the order in which they are listed.
FORFEITS = (
    Termination.TIME.value,
    *(kind.value for kind in TroubleKind if kind is not TroubleKind.NOT_STARTED),
    UNKNOWN,
)


class GameRecord(LogRecord, frozen=True):
    """A finished game of an arena, as recorded in the log."""

    number: int = msgspec.field(name="number")
    seats: tuple[int, int] = msgspec.field(name="seats")
    opening: int = msgspec.field(name="opening")
    seed: int = msgspec.field(name="seed")
    moves: tuple[str, ...] = msgspec.field(name="moves")
    """The moves in our notation, beginning with the opening."""
    milliseconds: tuple[int, ...] = msgspec.field(name="milliseconds")
    """The time of each turn in milliseconds, at its first move; 0 for its other moves and for the opening."""
    termination: str = msgspec.field(name="termination")
    winner: int | None = msgspec.field(name="winner")
    """The winner's player number, None for a draw."""
    scores: Mapping[str, int] = msgspec.field(name="scores", default_factory=dict)
    note: str = msgspec.field(name="note", default="")
    """The reason for a loss that did not happen on the board, "" if there is none."""
    movers: tuple[int, ...] = msgspec.field(name="movers", default=())
    """The player number for each move; empty in logs of earlier versions."""
    least_left: tuple[int, ...] = msgspec.field(name="least_left", default=())
    """The minimum time on each player's clock, in milliseconds; empty in a game without a clock."""
    # The fields below are missing in logs of earlier versions, and are left out where they say nothing.
    forfeit: str | UnsetType = msgspec.field(name="forfeit", default=UNSET)
    """The kind of a loss that did not happen on the board: ``time``, or the value of a TroubleKind."""
    date: str | UnsetType = msgspec.field(name="date", default=UNSET)
    """The date and time of the end of the game, in ISO 8601."""
    versions: tuple[str, ...] | UnsetType = msgspec.field(name="versions", default=UNSET)
    """The name and version that each player's program reports, in the order of the player numbers."""
    commits: tuple[str, ...] | UnsetType = msgspec.field(name="commits", default=UNSET)
    """The commit that each player's program reports, "" for none."""
    depths: tuple[int | None, ...] | UnsetType = msgspec.field(name="depths", default=UNSET)
    """The search depth of each turn, at its first move, as the program last reported it."""
    evaluations: tuple[float | None, ...] | UnsetType = msgspec.field(name="evaluations", default=UNSET)
    """The score of each turn from the view of its player, beside its depth, in the program's own unit."""

    @property
    def forfeit_kind(self) -> str:
        """The kind of the loser's forfeit, or ``unknown`` in old logs; "" if the game was not forfeited."""
        if self.termination == Termination.TIME.value:
            return Termination.TIME.value
        if self.termination != Termination.FORFEIT.value:
            return ""
        return UNKNOWN if self.forfeit is UNSET else self.forfeit

    @property
    def points(self) -> float:
        """The score of player 0, which is 1 for a win, 0.5 for a draw and 0 for a loss."""
        return 0.5 if self.winner is None else 1.0 - self.winner

    @property
    def margin(self) -> int:
        """The winner's lead in points, or 0 if the game was a draw or was not won on points."""
        if self.winner is None or self.termination != Termination.POINTS.value:
            return 0
        return max(self.scores.values()) - min(self.scores.values())

    def turns(self, seat: int) -> tuple[int, ...]:
        """Return the time that a player used for each of the player's turns, in milliseconds."""
        played = zip(self.movers, self.milliseconds, strict=False)
        return tuple(spent for mover, spent in played if mover == seat and spent > 0)
