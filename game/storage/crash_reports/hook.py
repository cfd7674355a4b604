"""The exception hooks that write a crash report for an uncaught exception."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType

from game.core.language import _
from game.storage.crash_reports.report import report_of
from game.storage.crash_reports.report_folder import ReportFolder

#: Maximum number of reports in one run of the program: a thread that fails repeatedly does not fill the disk.
_MOST_OF_A_RUN = 3
#: Exceptions by which users end programs.
_NO_CRASHES = (KeyboardInterrupt, SystemExit)


class CrashHook:
    """Exception hooks that write a crash report for each uncaught exception, in any thread.

    They run before Python's own hook is called.
    """

    def __init__(self, folder: Path) -> None:
        self.scenes: Sequence[str] = ()
        """The names of the last scenes, latest last; set by the window."""
        self._reports = ReportFolder(folder)
        self._written = 0
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Install the exception hooks during a ``with`` block, and restore the previous ones afterwards.

        If the block raises, ``sys.excepthook`` stays installed: Python calls it only after the exception has left this
        block, too.
        """
        before, of_threads = sys.excepthook, threading.excepthook

        def of_program(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
            path = self.keep(error, trace, threading.current_thread().name)
            before(kind, error, trace)
            if path is not None and sys.stderr is not None:
                sys.stderr.write(_("A report was saved in {file}.", file=path) + "\n")

        def of_thread(failed: threading.ExceptHookArgs) -> None:
            name = failed.thread.name if failed.thread is not None else "?"
            if failed.exc_value is not None:
                self.keep(failed.exc_value, failed.exc_traceback, name)
            of_threads(failed)

        sys.excepthook, threading.excepthook = of_program, of_thread
        ended = False
        try:
            yield
            ended = True
        finally:
            threading.excepthook = of_threads
            if ended:
                sys.excepthook = before

    def keep(self, error: BaseException, trace: TracebackType | None, thread: str) -> Path | None:
        """Write a crash report for an exception. Return its path, or None if it was not written."""
        if isinstance(error, _NO_CRASHES):
            return None
        with self._lock:
            if self._written >= _MOST_OF_A_RUN:
                return None
            self._written += 1
        when = datetime.now()
        with contextlib.suppress(OSError):
            return self._reports.keep(report_of(error, trace, thread, self.scenes, when), when)
        return None
