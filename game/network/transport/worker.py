"""A network thread that never ends unseen: an error in its work is reported once, and the work starts again.

worker = Worker("far table listens", work, failed)   work returns when it is done; failed tells the player
worker.start()
worker.stop(1.0)
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

from game.core.threads.worker import report_failure

#: Seconds before work that has failed begins again, at first and at most; and after which it has gone well for long.
_FIRST_PAUSE, _LAST_PAUSE, _LONG = 0.5, 15.0, 60.0


class Worker:
    """A daemon thread that does one piece of work until that returns or the worker is stopped."""

    def __init__(
        self, name: str, work: Callable[[], None], failed: Callable[[], None], *, first_pause: float = _FIRST_PAUSE
    ) -> None:
        """``failed`` is called in the thread each time that the work raises, before it begins again."""
        self._work, self._failed, self._first_pause = work, failed, first_pause
        self.stops = threading.Event()
        """Set once the work shall end: it looks at this, and waits with it."""
        self._is_reported = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def stop(self, seconds: float) -> None:
        """Ask the work to end, and wait for that, at most so long."""
        self.stops.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _run(self) -> None:
        pause = self._first_pause
        while not self.stops.is_set():
            began = time.monotonic()
            try:
                self._work()
                return
            except Exception as error:  # noqa: BLE001 - a thread that ends unseen would be a table that is dead
                self._report(error)
            if time.monotonic() - began > _LONG:
                pause = self._first_pause
            self.stops.wait(pause)
            pause = min(2 * pause, _LAST_PAUSE)

    def _report(self, error: Exception) -> None:
        """Hand the first error to whatever looks after errors of threads, and tell the player of each."""
        if not self._is_reported:
            self._is_reported = True
            report_failure(error)
        # Words for the player must not end the thread that they are about.
        with contextlib.suppress(Exception):
            self._failed()
