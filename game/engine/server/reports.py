"""A rate limiter for the remarks of a search: news is passed on at once, mere progress at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from game.core.notation import Remark

#: Seconds after which a remark is passed on although only its number of nodes has changed.
REPEAT_SECONDS = 0.5


@dataclass(slots=True)
class _Said:
    """The latest remark passed on for one rank (1 for the best move, 2 for the second best), and its time."""

    remark: Remark
    at: float
    waiting: Remark | None = None
    """A later remark without news, not passed on yet."""


class Reports:
    """A filter that passes a remark on to ``say`` if it contains news or the last one is ``REPEAT_SECONDS`` old."""

    def __init__(self, say: Callable[[Remark], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._said: dict[int, _Said] = {}

    def take(self, remark: Remark) -> None:
        """Pass a remark on, or store it until more time has passed."""
        said, now = self._said.get(remark.rank), self._clock()
        if said is not None and _news(said.remark) == _news(remark) and now - said.at < REPEAT_SECONDS:
            said.waiting = remark
            return
        self._said[remark.rank] = _Said(remark, now)
        self._say(remark)

    def finish(self) -> None:
        """Pass on the stored remarks, so that the final numbers are reported."""
        for said in self._said.values():
            if said.waiting is not None and said.waiting != said.remark:
                self._say(said.waiting)
        self._said.clear()


def _news(remark: Remark) -> Remark:
    """Return the remark without its numbers of nodes and speed, which change all the time."""
    return replace(remark, nodes=0, speed=0)
