"""Things that take a moment to end, such as programs and connections: they end in threads, and the window goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

#: Seconds that ``close_aside`` waits: most things end at once, and nobody sees a window that waits no longer.
_CLOSING_SECONDS = 0.02


def close_aside(closings: Iterable[Callable[[], object]]) -> None:
    """Call functions that close something, each in a thread of its own, and wait for a moment at most.

    Our own program does not exit before all of them have returned, so each must have a time limit.
    """
    threads = [threading.Thread(target=close, name="closes", daemon=False) for close in closings]
    for thread in threads:
        thread.start()
    until = time.monotonic() + _CLOSING_SECONDS
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
