"""Work that another thread, or its time limit, can stop: the readers of foreign files run inside it.

Checks in every loop of every reader would be forgotten in the next one. So an exception is raised in the thread that
works, wherever it is; a call into C, such as a regular expression, ends first.

Source of the way to interrupt a thread: the Python/C API, "Initialization, Finalization, and Threads",
PyThreadState_SetAsyncExc.
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

Result = TypeVar("Result")
_TICK = 0.1


class Interrupted(BaseException):
    """Raised inside work that was stopped, or that took longer than its limit."""


class Interruptible:
    """One piece of work after the other in one thread; ``stop`` may be called from any thread and is final."""

    def __init__(self, seconds: float = math.inf) -> None:
        self.seconds = seconds
        """The time limit of each piece of work."""
        self._thread = 0
        self._frame: FrameType | None = None
        self._end = math.inf
        self._was_interrupted = False
        self.is_stopped = False
        """Whether somebody has stopped it; otherwise an interrupted piece of work was late."""

    def run(self, work: Callable[[], Result]) -> Result:
        """Do the work in this thread and return its result. Raises Interrupted where it was stopped or is late."""
        self._frame, self._thread = sys._getframe(), threading.get_ident()
        self._was_interrupted, self._end = False, time.monotonic() + self.seconds
        try:
            _SUPERVISOR.begin(self)
            return work()
        except Exception as error:
            # A guard of plug-ins takes the interruption for an error of the plug-in.
            if self._was_interrupted:
                raise Interrupted from error
            raise
        finally:
            _SUPERVISOR.end(self)
            self._frame = None

    def stop(self) -> None:
        """Stop the work, also what is still to begin: within a tenth of a second, or when its call into C returns."""
        self.is_stopped = True

    @property
    def is_due(self) -> bool:
        """Whether the running work is to be interrupted."""
        return self.is_stopped or time.monotonic() > self._end

    def interrupt(self) -> bool:
        """Raise Interrupted in the working thread; False where that has left ``run``."""
        frame = sys._current_frames().get(self._thread)
        while frame is not None and frame is not self._frame:
            frame = frame.f_back
        if frame is not None:
            self._was_interrupted = True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Interrupted))
        return frame is not None

    def take_back(self) -> None:
        """Take back an interruption that has not reached its thread, which is this one."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), None)


class _Supervisor:
    """The work that is running, and a thread that interrupts what is due, again and again until it ends."""

    def __init__(self) -> None:
        self._running: set[Interruptible] = set()
        self._lock = threading.Lock()
        self._awake = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, work: Interruptible) -> None:
        """Look after this work from now on."""
        with self._lock:
            self._running.add(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_after, name="time limits", daemon=True)
                self._thread.start()
        self._awake.set()

    def end(self, work: Interruptible) -> None:
        """Look after it no longer; an interruption that comes just now is late and without effect."""
        while work in self._running:
            with suppress(Interrupted), self._lock:
                work.take_back()
                self._running.discard(work)

    def _look_after(self) -> None:
        while self._awake.wait():
            time.sleep(_TICK)
            with self._lock:
                for work in [each for each in self._running if each.is_due]:
                    if not work.interrupt():
                        self._running.discard(work)
                if not self._running:
                    self._awake.clear()


_SUPERVISOR = _Supervisor()
