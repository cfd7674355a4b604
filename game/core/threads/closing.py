"""Background closing of processes and connections, so that the window does not have to wait for them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

#: The longest wait of ``close_in_background`` in seconds. Most things close at once, and a wait this short cannot be
#: noticed.
_CLOSING_SECONDS = 0.02


def close_in_background(closings: Iterable[Callable[[], object]]) -> None:
    """Call these closing functions, each in its own thread, and wait for them, but only for a moment.

    The program does not exit before all of them have returned, so each needs a time limit.
    """
    threads = [threading.Thread(target=close, name="closes", daemon=False) for close in closings]
    for thread in threads:
        thread.start()
    until = time.monotonic() + _CLOSING_SECONDS
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
