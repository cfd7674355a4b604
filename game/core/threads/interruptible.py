"""Work in a thread that another thread or a time limit can interrupt, such as reading a foreign file.

A stop raises an exception in the working thread, wherever it is. The readers need no checks of their own, which would
be easy to forget. A call into C code, such as a regular expression, ends first.

Source: the Python/C API, "Initialization, Finalization, and Threads", PyThreadState_SetAsyncExc.
"""

from __future__ import annotations

import ctypes
import math
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TypeVar

from game.core.threads.bell import Bell

Result = TypeVar("Result")
_TICK = 0.1


class Interrupted(BaseException):
    """Raised inside work that was stopped or took too long."""


class Interruptible:
    """A runner of work in one thread, one job after the other, that any thread can ``stop`` for good.

    Example:

        reading = Interruptible(seconds=5.0)  # the time limit of each job
        game = reading.run(lambda: read_file(path))
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self.seconds = seconds
        """The time limit of each job, in seconds."""
        self._thread = 0
        self._frame: FrameType | None = None
        self._end = math.inf
        self._was_interrupted = False
        self.is_stopped = False
        """True once ``stop`` was called. While it is False, an interrupted job has exceeded its time limit."""

    def run(self, work: Callable[[], Result]) -> Result:
        """Run the work in this thread and return its result. Raises Interrupted if it was stopped or took too long."""
        self._frame, self._thread = sys._getframe(), threading.get_ident()
        self._was_interrupted, self._end = False, time.monotonic() + self.seconds
        try:
            _SUPERVISOR.begin(self)
            return work()
        except Exception as error:
            # A guard of plug-ins may have turned the interruption into an error of the plug-in.
            if self._was_interrupted:
                raise Interrupted from error
            raise
        finally:
            _SUPERVISOR.end(self)
            self._frame = None

    def stop(self) -> None:
        """Stop the current and all later work, within a tenth of a second or as soon as a call into C code returns."""
        self.is_stopped = True

    @property
    def is_due(self) -> bool:
        """True if the running work was stopped or has exceeded its time, so that it must be interrupted."""
        return self.is_stopped or time.monotonic() > self._end

    def interrupt(self) -> bool:
        """Raise Interrupted in the working thread. Return False if that thread has left ``run``."""
        frame = sys._current_frames().get(self._thread)
        while frame is not None and frame is not self._frame:
            frame = frame.f_back
        if frame is not None:
            self._was_interrupted = True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Interrupted))
        return frame is not None

    def take_back(self) -> None:
        """Cancel an interruption that has not reached the working thread yet. Call it in that thread."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), None)


class _Supervisor:
    """A registry of running work, with a thread that keeps interrupting overdue work until it ends."""

    def __init__(self) -> None:
        self._running: set[Interruptible] = set()
        self._lock = threading.RLock()
        self._bell = Bell()
        """Rung when work begins, and while it runs; the work may be interrupted already while it rings."""
        self._thread: threading.Thread | None = None

    def begin(self, work: Interruptible) -> None:
        """Start to check this work against its time limit."""
        with self._lock:
            self._running.add(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_after, name="time limits", daemon=True)
                self._thread.start()
        self._bell.ring()

    def end(self, work: Interruptible) -> None:
        """Stop checking this work, and cancel an interruption that has not arrived yet."""
        while work in self._running:
            with suppress(Interrupted), self._lock:
                work.take_back()
                self._running.discard(work)
        # From Python 3.14 on an interruption may come between taking the lock and the block that gives it back.
        with suppress(RuntimeError):
            while True:
                self._lock.release()

    def _look_after(self) -> None:
        while True:
            self._bell.wait()
            time.sleep(_TICK)
            with self._lock:
                for work in [each for each in self._running if each.is_due]:
                    if not work.interrupt():
                        self._running.discard(work)
                if self._running:
                    self._bell.ring()


_SUPERVISOR = _Supervisor()
