"""The watchdog of plug-ins: a call that does not come back is interrupted, so that the window goes on.

Python code is interrupted in any thread. In the main thread, which is the window's, code that waits in the system, as
``time.sleep`` does, is interrupted as well, where the system has signals for single threads; Windows has none. Nothing
interrupts a library's machine code that never asks Python for anything.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType, TracebackType

#: Seconds that one call of a plug-in may take, and seconds for the window's thread, which draws nothing meanwhile.
PATIENCE, WINDOW_PATIENCE = 2.0, 0.25
_TICK = 0.05
#: The most seconds that count between two looks: more have passed where the whole program stood still, as on a machine
#: that was busy or asleep, and a plug-in is not to blame for that.
_MOST_BETWEEN_LOOKS = 2 * _TICK


class PluginTimeout(BaseException):
    """Raised inside a call of a plug-in that took too long."""


class Watch:
    """A call of a plug-in that is being watched; calls that a watched one makes belong to it.

    Source of the way to interrupt a thread: the Python/C API, "Initialization, Finalization, and Threads",
    PyThreadState_SetAsyncExc.
    """

    __slots__ = ("_is_outer", "_patience")

    def __init__(self, patience: float | None = None) -> None:
        """``patience``: the seconds that it may take; None for those of the thread."""
        self._patience = patience

    def __enter__(self) -> None:
        self._is_outer = _DOG.begin(threading.get_ident(), sys._getframe(1), self._patience)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_outer:
            _DOG.end(threading.get_ident())


def watch_closely() -> None:
    """From now on, let calls of this thread take no longer than the window's may."""
    _DOG.patience[threading.get_ident()] = WINDOW_PATIENCE


def patience() -> float:
    """The seconds that a call of this thread may take."""
    return _DOG.patience.get(threading.get_ident(), PATIENCE)


@dataclass(slots=True)
class _Call:
    """A call of a plug-in."""

    frame: FrameType
    """The frame that makes it."""
    since: float
    """The time at which it began, or was looked at last."""
    patience: float
    waited: float = 0.0
    is_interrupted: bool = False

    def look(self) -> None:
        """Add the time since the last look, as far as it counts."""
        now = time.monotonic()
        self.waited += min(now - self.since, _MOST_BETWEEN_LOOKS)
        self.since = now

    def runs_below(self, frame: FrameType | None) -> bool:
        """Return whether a frame, the innermost of its thread, belongs to this call.

        An exception from elsewhere, such as Ctrl-C, may keep the end of a call from being told. Then another frame
        calls the next time, or none.
        """
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None


class _Watchdog:
    """The calls that run, by their threads, and the thread that looks after them while there are any."""

    def __init__(self) -> None:
        self.patience: dict[int, float] = {}
        """The patience of threads that have their own."""
        self._calls: dict[int, _Call] = {}
        self._lock = threading.Lock()
        self._awake = threading.Event()
        self._thread: threading.Thread | None = None
        self._signal: int | None = None
        """The signal that interrupts the main thread, None while it has no handler."""

    def begin(self, thread: int, frame: FrameType, patience: float | None = None) -> bool:
        """Watch a call that a frame makes; returns whether it belongs to none that is watched already."""
        with self._lock:
            known = self._calls.get(thread)
            if known is not None and known.runs_below(frame.f_back):
                return False
            if patience is None:
                patience = self.patience.get(thread, PATIENCE)
            self._calls[thread] = _Call(frame, time.monotonic(), patience)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_after, daemon=True)
                self._thread.start()
        if self._signal is None and thread == threading.main_thread().ident:
            self._listen()
        if not self._awake.is_set():
            self._awake.set()
        return True

    def end(self, thread: int) -> None:
        """Stop watching; an interruption that has not come through yet is taken back, one that comes now is late."""
        while thread in self._calls:
            with suppress(PluginTimeout), self._lock:
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
                    call.look()
                    if call.waited > call.patience:
                        self._interrupt(thread, call)

    def _interrupt(self, thread: int, call: _Call) -> None:
        """Raise Stalled in a call that runs, again and again where a plug-in catches it."""
        if not call.runs_below(sys._current_frames().get(thread)):
            return
        call.is_interrupted, call.waited = True, 0.0
        if self._signal is not None and thread == threading.main_thread().ident:
            signal.pthread_kill(thread, self._signal)
        else:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(PluginTimeout))

    def _listen(self) -> None:
        """Set up the signal that interrupts the main thread, where there are any that nobody uses.

        Only the main thread can do this. The system ignores this signal where it has no handler.
        """
        if sys.platform != "win32" and signal.getsignal(signal.SIGURG) == signal.SIG_DFL:
            signal.signal(signal.SIGURG, self._heed)
            self._signal = signal.SIGURG

    def _heed(self, _number: int, frame: FrameType | None) -> None:
        """Raise Stalled in the main thread, if the call that was meant still runs."""
        call = self._calls.get(threading.get_ident())
        if call is not None and call.is_interrupted and call.runs_below(frame):
            raise PluginTimeout


_DOG = _Watchdog()
