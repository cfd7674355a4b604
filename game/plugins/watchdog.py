"""The watchdog of plug-ins: a call that does not come back is interrupted, so that the window goes on."""

from __future__ import annotations

import ctypes
import threading
import time
from types import TracebackType

#: Seconds that one call of a plug-in may take.
PATIENCE = 2.0
_TICK = 0.1


class Stalled(BaseException):
    """Raised inside a call of a plug-in that took too long."""


class Watch:
    """A call of a plug-in that is being watched; calls that a watched one makes belong to it.

    Source of the way to interrupt a thread: the Python/C API, "Initialization, Finalization, and Threads",
    PyThreadState_SetAsyncExc.
    """

    __slots__ = ("_is_outer",)

    def __enter__(self) -> None:
        self._is_outer = _DOG.begin(threading.get_ident())

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_outer:
            _DOG.end(threading.get_ident())


class _Watchdog:
    """The calls that run, by their threads, and the thread that looks after them while there are any."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}
        self._interrupted: set[int] = set()
        self._lock = threading.Lock()
        self._awake = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, thread: int) -> bool:
        """Watch a call; returns whether none of this thread is watched already."""
        if thread in self._since:
            return False
        self._since[thread] = time.monotonic()
        if not self._awake.is_set():
            self._awake.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._look_after, daemon=True)
            self._thread.start()
        return True

    def end(self, thread: int) -> None:
        """Stop watching; an interruption that has not come through yet is taken back."""
        with self._lock:
            self._since.pop(thread, None)
            if thread in self._interrupted:
                self._interrupted.discard(thread)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None)

    def _look_after(self) -> None:
        while self._awake.wait():
            time.sleep(_TICK)
            # Cleared before looking: a call that begins in between sets it again.
            self._awake.clear()
            with self._lock:
                if self._since:
                    self._awake.set()
                for thread in [each for each, since in self._since.items() if time.monotonic() - since > PATIENCE]:
                    self._interrupt(thread)

    def _interrupt(self, thread: int) -> None:
        """Raise Stalled in a thread, again and again where a plug-in catches it."""
        self._interrupted.add(thread)
        self._since[thread] = time.monotonic()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Stalled))


_DOG = _Watchdog()
