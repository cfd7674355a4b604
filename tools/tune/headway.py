"""Progress of a long computation: its speed, and an estimate of the remaining time."""

from __future__ import annotations

import time
from collections.abc import Callable

_MINUTE, _HOUR = 60.0, 3600.0


class Headway:
    """The progress of a computation on ``total`` items, of which ``done`` were finished in an earlier run."""

    def __init__(self, total: int, done: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        """Start measuring; ``clock`` returns seconds."""
        self._total, self._before, self._clock = total, done, clock
        self._began = clock()

    def told(self, done: int) -> str:
        """Return the speed and the remaining time as text, such as ``3.2 a second, about 5 min left``.

        ``done`` is the number of items finished so far, including earlier runs.
        """
        seconds = max(self._clock() - self._began, 1e-9)
        rate = (done - self._before) / seconds
        if rate <= 0 or done >= self._total:
            return f"{rate:.1f} a second"
        return f"{rate:.1f} a second, about {duration((self._total - done) / rate)} left"


def duration(seconds: float) -> str:
    """Return a time in seconds as text in seconds, minutes or hours, whichever suits it."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < 2 * _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    return f"{seconds / _HOUR:.1f} h"
