"""What a thinker reports on its way to those who listen: what is new at once, what is not now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from game.engine.wire.protocol import Remark

#: Seconds after which a report is passed on though nothing but its nodes is new.
REPEAT_SECONDS = 0.5


@dataclass(slots=True)
class _Said:
    """The remark about the best move, or about the next best, that was passed on last, and when."""

    remark: Remark
    at: float
    waiting: Remark | None = None
    """A later one that says nothing new."""


class Reports:
    """Passes remarks on to ``say``."""

    def __init__(self, say: Callable[[Remark], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._said: dict[int, _Said] = {}

    def take(self, remark: Remark) -> None:
        """Passes a remark on, or keeps it for later."""
        said, now = self._said.get(remark.rank), self._clock()
        if said is not None and _news(said.remark) == _news(remark) and now - said.at < REPEAT_SECONDS:
            said.waiting = remark
            return
        self._said[remark.rank] = _Said(remark, now)
        self._say(remark)

    def finish(self) -> None:
        """Passes on what was kept, so that the last numbers are told."""
        for said in self._said.values():
            if said.waiting is not None and said.waiting != said.remark:
                self._say(said.waiting)
        self._said.clear()


def _news(remark: Remark) -> Remark:
    """A remark without what changes all the time."""
    return replace(remark, nodes=0, speed=0)
