"""The headway of a long step: how fast it goes, and an estimate of what is left."""

from __future__ import annotations

import time
from collections.abc import Callable

_MINUTE, _HOUR = 60.0, 3600.0


class Headway:
    """A step that does so many things one after the other, some of which were done before it was continued."""

    def __init__(self, total: int, done: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` gives seconds."""
        self._total, self._before, self._clock = total, done, clock
        self._began = clock()

    def told(self, done: int) -> str:
        """How far the step is: ``500 of 2000 games`` goes on with this."""
        seconds = max(self._clock() - self._began, 1e-9)
        rate = (done - self._before) / seconds
        if rate <= 0 or done >= self._total:
            return f"{rate:.1f} a second"
        return f"{rate:.1f} a second, about {duration((self._total - done) / rate)} left"


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < 2 * _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    return f"{seconds / _HOUR:.1f} h"
