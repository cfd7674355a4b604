"""Background threads that report an error in their work instead of ending silently, or that close something."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from queue import SimpleQueue

from game.core.language import _

#: How long ``close_in_background`` waits, in seconds: enough for most resources to close, too short to notice.
_CLOSING_SECONDS = 0.02


class WindowQueue:
    """A queue of actions that worker threads hand to the window, which carries them out once a frame."""

    def __init__(self) -> None:
        self._actions: SimpleQueue[Callable[[], object]] = SimpleQueue()

    def post(self, action: Callable[[], object]) -> None:
        """Let the window carry out an action in its next frame. Any thread may call this."""
        self._actions.put(action)

    def run(self) -> None:
        """Carry out the actions that wait now; the window's thread alone calls this."""
        for _number in range(self._actions.qsize()):
            self._actions.get_nowait()()


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
    """Write a crash report for an error, as for an uncaught exception, while the current thread continues."""
    thread = threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))


def failure_text(error: Exception) -> str:
    """Return a sentence that tells the player that work in the background failed with this error."""
    if isinstance(error, MemoryError):
        return _("Not enough memory to continue.")
    return _("Stopped because of an error in the program ({error}).", error=type(error).__name__)


def close_in_background(closings: Iterable[Callable[[], object]]) -> None:
    """Call these closing functions, each in its own thread, and wait for them, but only for a moment.

    The program does not exit before all of them have returned, so each needs a time limit.
    """
    threads = [threading.Thread(target=close, name="closes", daemon=False) for close in closings]
    for thread in threads:
        thread.start()
    until = time.monotonic() + _CLOSING_SECONDS
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
