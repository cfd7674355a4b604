"""Work that may take long, such as reading a save of a thousand games, done on another thread than the window's."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.core.threads.worker import failure_words, report_failure, start_worker
from game.storage.files import StoreError

Result = TypeVar("Result")

#: Called by work with the number of steps that are done, and of all; ends the work where it is no longer wanted.
OnStep = Callable[[int, int], None]

#: The seconds that the window's thread may wait for a file, before it shows that something takes longer.
PATIENCE = 0.02


class Cancelled(Exception):  # noqa: N818 - no error
    """The result of a task is no longer wanted."""


class BackgroundTask(Generic[Result]):
    """A piece of work and its result."""

    def __init__(self, work: Callable[[OnStep], Result], stop: Callable[[], None] = lambda: None) -> None:
        """``stop`` is called by ``cancel``, for work that takes no steps."""
        self.progress: tuple[int, int] = (0, 0)
        """The number of steps that are done, and of all; 0 where it is not known."""
        self._work, self._stop = work, stop
        self._result: list[Result] = []
        self._error: Exception | None = None
        self._done, self._cancelled = threading.Event(), threading.Event()

    @classmethod
    def begin(cls, work: Callable[[OnStep], Result], stop: Callable[[], None] = lambda: None) -> BackgroundTask[Result]:
        """Begin a task on a thread of its own."""
        task = cls(work, stop)
        start_worker(task.run, "task")
        return task

    def run(self) -> None:
        """Do the work on the thread that calls this; ``take`` raises its error, an unexpected one as StoreError."""
        try:
            self._result.append(self._work(self._step))
        except (ParseError, PluginError, Cancelled) as error:
            self._error = error
        except Exception as error:  # noqa: BLE001 - the window, which takes the result, goes on
            report_failure(error)
            self._error = StoreError(failure_words(error))
        finally:
            self._done.set()

    def _step(self, done: int, of: int) -> None:
        self.progress = (done, of)
        if self._cancelled.is_set():
            raise Cancelled

    def cancel(self) -> None:
        """End the work at its next step; its result is not taken."""
        self._cancelled.set()
        self._stop()

    @property
    def is_done(self) -> bool:
        """Whether the result can be taken without a wait."""
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, for ``PATIENCE`` unless told otherwise; whether it has come."""
        return self._done.wait(PATIENCE if seconds is None else seconds)

    def take(self) -> Result:
        """The result; raises ParseError, PluginError or Cancelled where the work has failed. Waits for the end."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._result[0]


class RefreshedValue(Generic[Result]):
    """A value that is read on another thread; the one before is used until the next has come in."""

    def __init__(self, read: Callable[[], Result], first: Result) -> None:
        self._read, self._value = read, first
        self._task: BackgroundTask[Result] | None = None
        self._is_new = self._is_stale = False

    @property
    def is_reading(self) -> bool:
        """Whether a value is still waited for."""
        return self._task is not None

    def look(self) -> Result:
        """Read the value again and wait a moment for it; the one before where that takes longer."""
        if self._is_new:
            self._is_new = False
        elif self._task is None:
            self._begin()
            self._take_in_time()
        else:
            # What is read now may have changed since; only one thread reads at a time.
            self._is_stale = True
        return self._value

    def poll(self) -> bool:
        """Whether a value that ``look`` did not wait for has come in; the next ``look`` returns it."""
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

    def _take_in_time(self) -> None:
        if self._task is not None and self._task.wait():
            self._take()

    def _take(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            # An error of the program is reported already; the value before stays.
            with contextlib.suppress(StoreError):
                self._value = task.take()
