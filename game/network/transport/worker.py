"""A network thread that restarts after each exception, and reports the first exception.

Example, where ``work`` returns when it is done, and ``failed`` informs the player::

    worker = Worker("far table listens", work, failed)
    worker.start()
    worker.stop(1.0)
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

from game.core.threads.worker import report_failure

#: First and longest pause in seconds before a restart, and seconds of work after which the pause is reset.
_FIRST_PAUSE, _LAST_PAUSE, _LONG = 0.5, 15.0, 60.0


class Worker:
    """A daemon thread that runs a function, and runs it again after each exception until it returns.

    ``stop`` asks the function to return.
    """

    def __init__(
        self, name: str, work: Callable[[], None], failed: Callable[[], None], *, first_pause: float = _FIRST_PAUSE
    ) -> None:
        """Prepare the thread, which calls ``failed`` after each exception and then runs the function again."""
        self._work, self._failed, self._first_pause = work, failed, first_pause
        self.stops = threading.Event()
        """Set when the function should return; it checks this event, and waits on it."""
        self._is_reported = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """True while the thread runs."""
        return self._thread.is_alive()

    def stop(self, seconds: float) -> None:
        """Ask the thread's function to return, and wait at most ``seconds`` for it."""
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
        """Report the first exception to the thread error handler, and call ``failed`` after every exception."""
        if not self._is_reported:
            self._is_reported = True
            report_failure(error)
        # A failure to inform the player must not end the thread.
        with contextlib.suppress(Exception):
            self._failed()
