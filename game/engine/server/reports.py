"""A rate limiter for the remarks of a search: news is passed on at once, mere progress at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from game.core.notation import Remark

#: Seconds after which a remark is passed on although only its number of nodes has changed.
REPEAT_SECONDS = 0.5


@dataclass(slots=True)
class _LastRemark:
    """The latest remark passed on for one rank (1 for the best move, 2 for the second best), and its time."""

    remark: Remark
    at: float
    waiting: Remark | None = None
    """A later remark that differs only in its numbers, not passed on yet."""


class Reports:
    """A filter that passes a remark on to ``say`` if it contains news or the last one is ``REPEAT_SECONDS`` old.

    A change of the numbers of nodes and speed alone is no news.
    """

    def __init__(self, say: Callable[[Remark], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._last: dict[int, _LastRemark] = {}

    def take(self, remark: Remark) -> None:
        """Pass a remark on, or store it until more time has passed."""
        last, now = self._last.get(remark.rank), self._clock()
        if (
            last is not None
            and _without_counts(last.remark) == _without_counts(remark)
            and now - last.at < REPEAT_SECONDS
        ):
            last.waiting = remark
            return
        self._last[remark.rank] = _LastRemark(remark, now)
        self._say(remark)

    def finish(self) -> None:
        """Pass on the stored remarks, so that the final numbers are reported."""
        for last in self._last.values():
            if last.waiting is not None and last.waiting != last.remark:
                self._say(last.waiting)
        self._last.clear()


def _without_counts(remark: Remark) -> Remark:
    """Return the remark without its numbers of nodes and speed, which change all the time."""
    return replace(remark, nodes=0, speed=0)
