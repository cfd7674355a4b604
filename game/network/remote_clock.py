"""Clocks of a remote game: each side measures its own time, so latency costs neither player time."""

from __future__ import annotations

from game.core.model import Choose
from game.network.messages import ClockReport
from game.network.sides import Side
from game.network.sync.entries import MOST_SPENT
from game.network.sync.replayed_state import ReplayedState

#: Milliseconds between two reports of the running clock to the other side, and between two records of it in the file.
_TOLD_EVERY, _NOTED_EVERY = 5_000, 10_000
#: Milliseconds by which a turn may exceed its reported time on a working connection before a warning is shown.
_MOST_UNSAID = 15_000


class RemoteClock:
    """A game clock that counts the local player's time, and estimates the opponent's between reports."""

    def __init__(self, side: Side, replayed: ReplayedState) -> None:
        self._side, self._replayed = side, replayed
        self._now: int | None = None
        self._turn = -1
        self._away = self._waited = 0
        self._sent_at = self._noted_at = 0
        self._turn_sent: tuple[int, int] | None = None
        self.delay = 0
        """Estimated latency of a message in milliseconds: half the time until our last turn was acknowledged."""

    def tick(self, now: int, length: int, *, is_peer_here: bool) -> int:
        """Advance the clock of the side to move; a changed journal ``length`` means a new turn.

        Return the milliseconds that were added to the side to move.
        """
        passed = 0 if self._now is None else max(0, now - self._now)
        self._now = now
        if length != self._turn:
            self._turn, self._away, self._waited = length, 0, 0
            self._sent_at = self._noted_at = now
        if not self._replayed.is_running or self._replayed.writer is self._side:
            return self._count(passed)
        self._waited += passed
        if not is_peer_here:
            self._away += passed
            return 0
        return self._count(passed)

    def _count(self, passed: int) -> int:
        match = self._replayed.match
        if match is None or self._replayed.is_paused or not match.counts_time:
            return 0
        if all(isinstance(ply.move, Choose) for ply in match.plies):
            return 0
        match.spend(passed)
        return passed

    @property
    def own_spent(self) -> int:
        """Milliseconds that this side has used of its current turn."""
        match = self._replayed.match
        return 0 if match is None else min(match.spent, MOST_SPENT)

    @property
    def is_own_time_up(self) -> bool:
        """True if it is this side's turn and its time is used up."""
        match = self._replayed.match
        return match is not None and self._replayed.writer is self._side and match.is_out_of_time

    def report_due(self, length: int) -> ClockReport | None:
        """Return a message with this side's running clock if one is due for the other side, else None.

        ``length`` is the number of journal lines before the current turn.
        """
        if not self._runs_here or self._now is None or self._now < self._sent_at + _TOLD_EVERY:
            return None
        self._sent_at = self._now
        return ClockReport(length, self.own_spent)

    def to_note(self, length: int) -> str:
        """Return a record of this side's running clock if one is due for the session file, else "".

        ``length`` is the number of journal lines before the current turn.
        """
        if not self._runs_here or self._now is None or self._now < self._noted_at + _NOTED_EVERY:
            return ""
        self._noted_at = self._now
        return f"spent {length} {self.own_spent}"

    @property
    def _runs_here(self) -> bool:
        match = self._replayed.match
        return match is not None and match.counts_time and self._replayed.writer is self._side

    def restore(self, spent: int) -> None:
        """Set the time used in the current turn, in milliseconds, to the value from the session file."""
        if self._replayed.match is not None and self._replayed.writer is self._side:
            self._replayed.match.spend(spent - self._replayed.match.spent)

    def receive(self, told: ClockReport, length: int) -> None:
        """Set the opponent's clock to the reported time, if the report is about the current turn."""
        match = self._replayed.match
        if match is not None and told.length == length and self._replayed.writer is not self._side:
            match.spend(told.spent - match.spent)

    def turn_sent(self, length: int) -> None:
        """Start measuring latency: note the time of this side's turn, which is journal line ``length``."""
        self._turn_sent = None if self._now is None else (length, self._now)

    def acknowledged(self, length: int) -> None:
        """End the latency measurement if this side's turn is among the other side's first ``length`` journal lines."""
        if self._turn_sent is not None and self._now is not None and length >= self._turn_sent[0]:
            self.delay, self._turn_sent = (self._now - self._turn_sent[1]) // 2, None

    def connected(self) -> None:
        """Cancel the latency measurement, because the connection is new."""
        self._turn_sent = None

    def compare_clocks(self, spent: int) -> int:
        """Compare the time that the opponent reported for a turn with the time measured on this machine.

        Return the difference in milliseconds if it is suspiciously large, else 0. Time without a connection does not
        count. Without a time control the result is always 0.
        """
        match = self._replayed.match
        if match is None or not match.time_control.is_timed:
            return 0
        more = max(0, self._waited - spent)
        return more if more - self._away > _MOST_UNSAID + spent // 4 else 0
