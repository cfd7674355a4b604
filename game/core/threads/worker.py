"""Threads of the program: work in the background whose failure is reported, and always ends in a known state."""

from __future__ import annotations

import threading
from collections.abc import Callable

from game.core.language import _


def start_worker(
    work: Callable[[], None],
    name: str,
    on_failed: Callable[[Exception], None] = lambda error: None,
    *,
    outlives: bool = False,
) -> threading.Thread:
    """Start a thread. An error of its work leaves a crash report; then ``on_failed`` marks the job as failed.

    The thread ends with the program, unless it ``outlives`` that.
    """

    def run() -> None:
        try:
            work()
        # The top of a thread: nothing above it could handle the error.
        except Exception as error:  # noqa: BLE001
            report_failure(error)
            on_failed(error)

    thread = threading.Thread(target=run, name=name, daemon=not outlives)
    thread.start()
    return thread


def report_failure(error: Exception) -> None:
    """Report an error as one that nothing caught, although this thread goes on."""
    thread = threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))


def failure_words(error: Exception) -> str:
    """Return a sentence about work that ended with an error of the program."""
    if isinstance(error, MemoryError):
        return _("There is not enough memory for this.")
    return _("This stopped because of an error in the program ({error}).", error=type(error).__name__)
