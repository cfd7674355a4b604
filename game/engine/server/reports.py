"""The rate limiter of a thinker's remarks: news is passed on at once, mere progress now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from game.core.notation import Remark

#: Seconds after which a remark is passed on even though only its number of nodes has changed.
REPEAT_SECONDS = 0.5


@dataclass(slots=True)
class _Said:
    """The latest remark of one rank (the best move, the next best ...) that was passed on, and when."""

    remark: Remark
    at: float
    waiting: Remark | None = None
    """A later remark without news."""


class Reports:
    """The filter of remarks: hands one on to ``say`` as often as there is news."""

    def __init__(self, say: Callable[[Remark], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._said: dict[int, _Said] = {}

    def take(self, remark: Remark) -> None:
        """Pass a remark on, or keep it for later."""
        said, now = self._said.get(remark.rank), self._clock()
        if said is not None and _news(said.remark) == _news(remark) and now - said.at < REPEAT_SECONDS:
            said.waiting = remark
            return
        self._said[remark.rank] = _Said(remark, now)
        self._say(remark)

    def finish(self) -> None:
        """Pass on the remarks that were kept, so that the last numbers are known."""
        for said in self._said.values():
            if said.waiting is not None and said.waiting != said.remark:
                self._say(said.waiting)
        self._said.clear()


def _news(remark: Remark) -> Remark:
    """The remark without the numbers that change all the time."""
    return replace(remark, nodes=0, speed=0)
