"""A watchdog that interrupts plug-in calls that take too long, so that the window keeps responding.

Python code can be interrupted in every thread. On systems with signals for single threads (not Windows), a blocking
call such as ``time.sleep`` can also be interrupted in the main thread, which runs the window. Machine code of a library
that never returns to the interpreter cannot be interrupted.
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

from game.core.threads.bell import Bell

#: The most seconds that one call of a plug-in may take: in general, and in the thread of the window, which cannot draw
#: meanwhile.
PATIENCE, WINDOW_PATIENCE = 2.0, 0.25
_TICK = 0.05
#: The most seconds that count between two checks. If more have passed, the whole program was paused, as on a busy or
#: sleeping machine, and the plug-in is not at fault.
_MOST_BETWEEN_LOOKS = 2 * _TICK


class PluginTimeout(BaseException):
    """Raised inside a call of a plug-in that takes too long."""


class Watch:
    """A context manager that limits the time of a plug-in call. Nested calls share the limit.

        with Watch(seconds):
            answer = ask()

    Raises PluginTimeout inside the call. Source: the Python/C API, "Initialization, Finalization, and Threads",
    PyThreadState_SetAsyncExc.
    """

    __slots__ = ("_is_outer", "_patience")

    def __init__(self, patience: float | None = None) -> None:
        """Set the time limit in seconds for the plug-in call; None means the thread's usual limit."""
        self._patience = patience

    def __enter__(self) -> None:
        self._is_outer = _DOG.begin(threading.get_ident(), sys._getframe(1), self._patience)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_outer:
            _DOG.end(threading.get_ident())


def watch_closely() -> None:
    """Apply the short time limit of the window's thread to all further plug-in calls in this thread."""
    _DOG.patience[threading.get_ident()] = WINDOW_PATIENCE


def patience() -> float:
    """Return the time limit in seconds for a plug-in call in this thread."""
    return _DOG.patience.get(threading.get_ident(), PATIENCE)


@dataclass(slots=True)
class _Call:
    """A running call of plug-in code, and the time that it has taken."""

    frame: FrameType
    """The stack frame that makes the call."""
    since: float
    """The time when the call began or was last checked, on the monotonic clock."""
    patience: float
    waited: float = 0.0
    is_interrupted: bool = False

    def look(self) -> None:
        """Add the time since the last check to the call's total time, up to a maximum per check."""
        now = time.monotonic()
        self.waited += min(now - self.since, _MOST_BETWEEN_LOOKS)
        self.since = now

    def runs_below(self, frame: FrameType | None) -> bool:
        """Return True if this call is still running in the thread whose innermost stack frame is ``frame``.

        An exception such as Ctrl-C may prevent the end of a call from being recorded; then the thread may be in another
        call, or in none.
        """
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None


class _Watchdog:
    """A registry of running plug-in calls, with a background thread that enforces their time limits."""

    def __init__(self) -> None:
        self.patience: dict[int, float] = {}
        """The limits, in seconds, of threads that have their own."""
        self._calls: dict[int, _Call] = {}
        self._lock = threading.Lock()
        self._bell = Bell()
        """Rung when a call begins, and while one runs."""
        self._thread: threading.Thread | None = None
        self._signal: int | None = None
        """The signal that interrupts the main thread; None if it is not set up."""

    def begin(self, thread: int, frame: FrameType, patience: float | None = None) -> bool:
        """Start to watch a plug-in call. Return False if it is part of a call that is already watched.

        ``frame`` is the stack frame that makes the call.
        """
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
            self._set_up_signal()
        self._bell.ring()
        return True

    def end(self, thread: int) -> None:
        """Stop watching a plug-in call, and cancel an interruption that is still pending."""
        while thread in self._calls:
            with suppress(PluginTimeout), self._lock:
                call = self._calls[thread]
                if call.is_interrupted:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None)
                del self._calls[thread]

    def _look_after(self) -> None:
        while True:
            self._bell.wait()
            time.sleep(_TICK)
            with self._lock:
                if self._calls:
                    self._bell.ring()
                for thread, call in self._calls.items():
                    call.look()
                    if call.waited > call.patience:
                        self._interrupt(thread, call)

    def _interrupt(self, thread: int, call: _Call) -> None:
        """Raise PluginTimeout in a running plug-in call, repeatedly if the plug-in catches it."""
        if not call.runs_below(sys._current_frames().get(thread)):
            return
        call.is_interrupted, call.waited = True, 0.0
        if self._signal is not None and thread == threading.main_thread().ident:
            signal.pthread_kill(thread, self._signal)
        else:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(PluginTimeout))

    def _set_up_signal(self) -> None:
        """Set up the signal that interrupts the main thread, if the system has it and nothing else uses it.

        Python allows this only in the main thread. The system ignores this signal while it has no handler.
        """
        if sys.platform != "win32" and signal.getsignal(signal.SIGURG) == signal.SIG_DFL:
            signal.signal(signal.SIGURG, self._handle_signal)
            self._signal = signal.SIGURG

    def _handle_signal(self, _number: int, frame: FrameType | None) -> None:
        """Raise PluginTimeout in the main thread if the plug-in call to be interrupted is still running."""
        call = self._calls.get(threading.get_ident())
        if call is not None and call.is_interrupted and call.runs_below(frame):
            raise PluginTimeout


_DOG = _Watchdog()
