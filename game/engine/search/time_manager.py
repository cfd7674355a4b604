"""The time manager: decides after each depth whether another one is worth its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from game.engine.search.task import ThreadResult

#: The share of the aimed time for a move whose score and stone stay the same, and the most for one in doubt.
_CLEAR, _IN_DOUBT = 0.5, 3.0
#: What is added to that share when another stone looks best, and for each point that the score dropped.
_NEW_STONE, _POINT_LOST = 0.8, 0.01
#: The part of such a doubt that is left after another depth.
_FADING = 0.5


@dataclass(frozen=True, slots=True)
class _Finished:
    result: ThreadResult
    at: float


class TimeManager:
    """The time of one search, which begins when this is made.

    In a game with a clock, with a bound beyond the aim, a clear move takes less than the aim and one in doubt more: the
    best stone has just changed, or its score dropped. In other games the aim is the bound, as time that is left cannot
    be kept for later.
    """

    def __init__(self, seconds: float, most_seconds: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._aim = seconds
        self._most = max(seconds, most_seconds)
        self._doubt = 0.0
        self._last: _Finished | None = None

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return self._clock() - self._began

    @property
    def left(self) -> float:
        """Seconds until the search must end."""
        return self._most - self.elapsed

    def goes_on(self, result: ThreadResult) -> bool:
        """Whether another depth may begin after this one; with a clock, not when it would take longer than is left.

        A depth takes at least as long as the one before, as far as can be known; half of one may find a better stone.
        """
        now, last = self.elapsed, self._last
        took = now - (last.at if last is not None else 0.0)
        if last is not None:
            self._doubt = _FADING * self._doubt + _new_doubt(last.result, result)
        self._last = _Finished(result, now)
        return now + (took if self._most > self._aim else 0.0) <= self._bound()

    def _bound(self) -> float:
        if self._most <= self._aim:
            return self._most
        return min(self._most, self._aim * min(_CLEAR + self._doubt, _IN_DOUBT))


def _new_doubt(before: ThreadResult, now: ThreadResult) -> float:
    changed = _NEW_STONE if now.move != before.move else 0.0
    return changed + _POINT_LOST * max(0, before.score - now.score)
