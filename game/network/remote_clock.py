"""The clocks of two sides: each counts its own time, and what a message takes on its way is shown and costs nobody."""

from __future__ import annotations

from game.core.model import Place
from game.network.messages import ClockReport
from game.network.sides import Side
from game.network.sync.entries import MOST_SPENT
from game.network.sync.replayed_state import ReplayedState

#: How often the side on turn tells how long it has thought, and notes it in its file; in milliseconds.
_TOLD_EVERY, _NOTED_EVERY = 5_000, 10_000
#: What a turn may have taken longer than its writer says while the connection stood, before that is remarked on.
_MOST_UNSAID = 15_000


class RemoteClock:
    """Counts the time of the side at this machine, and estimates that of the other until its word comes."""

    def __init__(self, side: Side, course: ReplayedState) -> None:
        self._side, self._course = side, course
        self._now: int | None = None
        self._turn = -1
        self._away = self._waited = 0
        self._told_at = self._noted_at = 0
        self._said: tuple[int, int] | None = None
        self.delay = 0
        """How long a message is under way, in milliseconds: half the time until word came that our turn is there."""

    def tick(self, now: int, length: int, *, is_far_here: bool) -> int:
        """Count the time since the last call; ``length`` of the journal tells one turn from the next.

        Returns the milliseconds that were counted for the side on turn.
        """
        passed = 0 if self._now is None else max(0, now - self._now)
        self._now = now
        if length != self._turn:
            self._turn, self._away, self._waited = length, 0, 0
            self._told_at = self._noted_at = now
        if not self._course.is_running or self._course.writer is self._side:
            return self._count(passed)
        self._waited += passed
        if not is_far_here:
            self._away += passed
            return 0
        return self._count(passed)

    def _count(self, passed: int) -> int:
        match = self._course.match
        if match is None or self._course.is_paused or not match.counts_time:
            return 0
        if not any(isinstance(ply.move, Place) for ply in match.plies):
            return 0
        match.spend(passed)
        return passed

    @property
    def own_spent(self) -> int:
        """What this side has spent of the running turn."""
        match = self._course.match
        return 0 if match is None else min(match.spent, MOST_SPENT)

    @property
    def is_own_time_up(self) -> bool:
        """Whether it is this side's turn and its time is used."""
        match = self._course.match
        return match is not None and self._course.writer is self._side and match.is_out_of_time

    def to_tell(self, length: int) -> ClockReport | None:
        """What to tell the other side of this side's running clock now, None for nothing."""
        if not self._runs_here or self._now is None or self._now < self._told_at + _TOLD_EVERY:
            return None
        self._told_at = self._now
        return ClockReport(length, self.own_spent)

    def to_note(self, length: int) -> str:
        """What to note in the file of this side's running clock now, "" for nothing."""
        if not self._runs_here or self._now is None or self._now < self._noted_at + _NOTED_EVERY:
            return ""
        self._noted_at = self._now
        return f"spent {length} {self.own_spent}"

    @property
    def _runs_here(self) -> bool:
        match = self._course.match
        return match is not None and match.counts_time and self._course.writer is self._side

    def restore(self, spent: int) -> None:
        """Take the time of the running turn that the file tells."""
        if self._course.match is not None and self._course.writer is self._side:
            self._course.match.spend(spent - self._course.match.spent)

    def hear(self, told: ClockReport, length: int) -> None:
        """The other side tells how long it has thought; nothing but its running turn is changed by that."""
        match = self._course.match
        if match is not None and told.length == length and self._course.writer is not self._side:
            match.spend(told.spent - match.spent)

    def said(self, length: int) -> None:
        """This side has just played a turn, which made the journal so long."""
        self._said = None if self._now is None else (length, self._now)

    def known_there(self, length: int) -> None:
        """The other side is known to have so many lines."""
        if self._said is not None and self._now is not None and length >= self._said[0]:
            self.delay, self._said = (self._now - self._said[1]) // 2, None

    def connected(self) -> None:
        """The channel stands anew: what was said before is no measure of it."""
        self._said = None

    def far_played(self, spent: int) -> int:
        """Take the time that the other side says its turn took; the milliseconds that it took far more here, else 0.

        Time in which the other side could not be reached counts for nobody, and without clocks nobody counts.
        """
        match = self._course.match
        if match is None or not match.time_control.is_timed:
            return 0
        more = max(0, self._waited - spent)
        return more if more - self._away > _MOST_UNSAID + spent // 4 else 0
