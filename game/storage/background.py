"""Background tasks for work that may take long, such as reading a save of a thousand games."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.core.threads.worker import failure_text, report_failure, start_worker
from game.storage.files import StoreError

Result = TypeVar("Result")

#: Called by the work with the number of steps done and the total. Raises Cancelled to stop work that was cancelled.
OnStep = Callable[[int, int], None]

#: The seconds that the window's thread may wait for a file, before it shows that something takes longer.
PATIENCE = 0.02


class Cancelled(Exception):  # noqa: N818 - no error
    """Raised in a background task whose result is no longer wanted."""


class BackgroundTask(Generic[Result]):
    """A background task: work on another thread, and its result."""

    def __init__(self, work: Callable[[OnStep], Result], stop: Callable[[], None] = lambda: None) -> None:
        """Create a background task without starting it.

        ``cancel`` calls ``stop``, for work that has no steps to stop at.
        """
        self.progress: tuple[int, int] = (0, 0)
        """The number of steps done and the total; (0, 0) if unknown."""
        self._work, self._stop = work, stop
        self._result: list[Result] = []
        self._error: Exception | None = None
        self._done, self._cancelled = threading.Event(), threading.Event()

    @classmethod
    def begin(cls, work: Callable[[OnStep], Result], stop: Callable[[], None] = lambda: None) -> BackgroundTask[Result]:
        """Start a background task on a new thread."""
        task = cls(work, stop)
        start_worker(task.run, "task")
        return task

    def run(self) -> None:
        """Do the task's work on the calling thread.

        Errors are stored for ``take`` to raise, an unexpected one as StoreError.
        """
        try:
            self._result.append(self._work(self._step))
        except (ParseError, PluginError, Cancelled) as error:
            self._error = error
        except Exception as error:  # noqa: BLE001 - the window, which takes the result, goes on
            report_failure(error)
            self._error = StoreError(failure_text(error))
        finally:
            self._done.set()

    def _step(self, done: int, of: int) -> None:
        self.progress = (done, of)
        if self._cancelled.is_set():
            raise Cancelled

    def cancel(self) -> None:
        """Stop the background task at its next step and discard its result."""
        self._cancelled.set()
        self._stop()

    @property
    def is_done(self) -> bool:
        """True if the task has ended, so that ``take`` returns at once."""
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the task has ended, ``PATIENCE`` seconds by default. Return True if it has ended."""
        return self._done.wait(PATIENCE if seconds is None else seconds)

    def take(self) -> Result:
        """Wait for the task to end and return its result. Raises ParseError, PluginError or Cancelled if it failed."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._result[0]


class RefreshedValue(Generic[Result]):
    """A value that is refreshed on another thread. The old value is used until the new one is ready."""

    def __init__(self, read: Callable[[], Result], first: Result) -> None:
        self._read, self._value = read, first
        self._task: BackgroundTask[Result] | None = None
        self._is_new = self._is_stale = False

    @property
    def is_reading(self) -> bool:
        """True while the value is being read on another thread."""
        return self._task is not None

    def look(self) -> Result:
        """Start to refresh the value. Return the new value, or the old one if this exceeds ``PATIENCE``."""
        if self._is_new:
            self._is_new = False
        elif self._task is None:
            self._begin()
            if self._task is not None and self._task.wait():
                self._take()
        else:
            # The value being read may be outdated. Only one thread reads at a time, so it is read again afterwards.
            self._is_stale = True
        return self._value

    def poll(self) -> bool:
        """Return True if a refresh for which ``look`` did not wait has finished; ``look`` returns its value next."""
        if self._task is None or not self._task.is_done:
            return False
        self._take()
        self._is_new = True
        if self._is_stale:
            self._begin()
        return True

    def _begin(self) -> None:
        self._is_stale = False
        self._task = BackgroundTask.begin(lambda _step: self._read())

    def _take(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            # An unexpected error has been reported already; the previous value stays.
            with contextlib.suppress(StoreError):
                self._value = task.take()
