"""The watchdog of plug-ins: a call that does not come back is interrupted, so that the window goes on."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType, TracebackType

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
        self._is_outer = _DOG.begin(threading.get_ident(), sys._getframe(1))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_outer:
            _DOG.end(threading.get_ident())


@dataclass(slots=True)
class _Call:
    """A call of a plug-in."""

    frame: FrameType
    """The frame that makes it."""
    since: float
    is_interrupted: bool = False

    def runs_below(self, frame: FrameType | None) -> bool:
        """Whether that frame, the innermost of its thread, belongs to this call.

        An exception from elsewhere, such as Ctrl-C, may keep the end of a call from being told. Then another frame
        calls the next time, or none.
        """
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None


class _Watchdog:
    """The calls that run, by their threads, and the thread that looks after them while there are any."""

    def __init__(self) -> None:
        self._calls: dict[int, _Call] = {}
        self._lock = threading.Lock()
        self._awake = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, thread: int, frame: FrameType) -> bool:
        """Watch a call that a frame makes; returns whether it belongs to none that is watched already."""
        with self._lock:
            known = self._calls.get(thread)
            if known is not None and known.runs_below(frame.f_back):
                return False
            self._calls[thread] = _Call(frame, time.monotonic())
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_after, daemon=True)
                self._thread.start()
        if not self._awake.is_set():
            self._awake.set()
        return True

    def end(self, thread: int) -> None:
        """Stop watching; an interruption that has not come through yet is taken back, one that comes now is late."""
        while thread in self._calls:
            with suppress(Stalled), self._lock:
                call = self._calls[thread]
                if call.is_interrupted:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None)
                del self._calls[thread]

    def _look_after(self) -> None:
        while self._awake.wait():
            time.sleep(_TICK)
            # Cleared before looking: a call that begins in between sets it again.
            self._awake.clear()
            with self._lock:
                if self._calls:
                    self._awake.set()
                for thread, call in self._calls.items():
                    if time.monotonic() - call.since > PATIENCE:
                        self._interrupt(thread, call)

    def _interrupt(self, thread: int, call: _Call) -> None:
        """Raise Stalled in a call that runs, again and again where a plug-in catches it."""
        if call.runs_below(sys._current_frames().get(thread)):
            call.is_interrupted, call.since = True, time.monotonic()
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Stalled))


_DOG = _Watchdog()
