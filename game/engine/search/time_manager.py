"""The time manager of a search: decides after each depth if another depth is worth its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from game.engine.search.task import ThreadResult

#: Share of the target time for a move whose score and choice are stable, and the largest share for an unsettled one.
_CLEAR, _IN_DOUBT = 0.5, 3.0
#: Additions to that share: if another move becomes the best, and for each point that the score dropped.
_NEW_STONE, _POINT_LOST = 0.8, 0.01
#: Factor by which these additions decrease with each depth.
_FADING = 0.5


@dataclass(frozen=True, slots=True)
class _Finished:
    result: ThreadResult
    at: float


class TimeManager:
    """The time limits of one search, which begins when the manager is created.

    ``seconds`` is the target. In a game with a clock, ``most_seconds`` is greater: a clear move takes less than the
    target, and an unsettled one more, because the best move has just changed or its score dropped. In other games the
    target is the limit, because unused time cannot be saved.
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
        """Return True if another depth may begin after this result.

        With a clock, it may begin only if it is expected to finish within the limit; its expected time is that of the
        previous depth. Without a clock it may always begin while time is left, because half of a depth may already find
        a better move.
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
