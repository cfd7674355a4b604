"""Background threads that report an error in their work instead of ending silently."""

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
    """Start a thread. If its work raises an error, write a crash report and call ``on_failed`` with the error.

    The thread ends with the program; with ``outlives``, the program waits for it at exit.
    """

    def run() -> None:
        try:
            work()
        # This is the top of a thread, so no caller could handle the error.
        except Exception as error:  # noqa: BLE001
            report_failure(error)
            on_failed(error)

    thread = threading.Thread(target=run, name=name, daemon=not outlives)
    thread.start()
    return thread


def report_failure(error: Exception) -> None:
    """Report an error as if nothing had caught it, while the current thread continues."""
    thread = threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))


def failure_text(error: Exception) -> str:
    """Return a sentence that tells the player that work in the background failed with this error."""
    if isinstance(error, MemoryError):
        return _("Not enough memory for this.")
    return _("This stopped because of an error in the program ({error}).", error=type(error).__name__)
