"""A signal that wakes a waiting thread, and that no exception from another thread can break."""

from __future__ import annotations

import threading
from contextlib import suppress


class Bell:
    """A signal from any thread to the one thread that waits for it; rings before the wait count as one.

    ``threading.Event`` holds a lock while it runs Python code. An exception raised there by another thread
    (PyThreadState_SetAsyncExc) leaves the lock held, and every later call waits forever. Here each step is a single
    call into C, which such an exception cannot divide.
    """

    def __init__(self) -> None:
        self._silent = threading.Lock()
        """Held while the bell has not rung."""
        self._silent.acquire()

    def ring(self) -> None:
        """Wake the waiting thread, or let its next ``wait`` return at once."""
        if self._silent.locked():
            # Another thread may have rung in between.
            with suppress(RuntimeError):
                self._silent.release()

    def wait(self) -> None:
        """Wait until the bell rings."""
        self._silent.acquire()
