"""How long one search goes on: another depth is begun only when it can be of use within the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from game.kit.search.task import Result

#: How much of its time a move takes whose score and stone stay as they are, and at most, in times of it.
_CLEAR, _IN_DOUBT = 0.5, 3.0
#: What is added, in times of the aim, when another stone looks best, and for each point that the score dropped.
_NEW_STONE, _POINT_LOST = 0.8, 0.01
#: How much of such a doubt is left after another depth.
_FADING = 0.5


@dataclass(frozen=True, slots=True)
class _Finished:
    result: Result
    at: float


class Pace:
    """The time of one search, which begins now.

    With a bound beyond the aim, which a game with a clock has, a clear move takes less than the aim and one in doubt
    more: the best stone has just changed, or its score dropped. Without, the aim is the bound, and time that is left
    cannot be kept for later.
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
        """Seconds until it ends, whatever it has found."""
        return self._most - self.elapsed

    def goes_on(self, result: Result) -> bool:
        """Whether another depth may begin after this one: with a clock not when it would take longer than is left.

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


def _new_doubt(before: Result, now: Result) -> float:
    changed = _NEW_STONE if now.move != before.move else 0.0
    return changed + _POINT_LOST * max(0, before.score - now.score)
