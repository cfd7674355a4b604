"""Reading of foreign files on a separate thread, which ends on cancellation or timeout."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from game.core.language import _
from game.core.threads.interruptible import Interrupted, Interruptible
from game.storage.background import BackgroundTask, Cancelled, OnStep
from game.storage.files import StoreError

Found = TypeVar("Found")
#: Timeout in seconds; the player may cancel earlier.
MOST_SECONDS = 120.0


def begin_reading(name: str, read: Callable[[], Found], seconds: float = MOST_SECONDS) -> BackgroundTask[Found]:
    """Start reading a file. Cancelling the task ends its thread within moments."""
    limited = Interruptible(seconds)

    def work(_step: OnStep) -> Found:
        try:
            return limited.run(read)
        except Interrupted:
            if limited.is_stopped:
                raise Cancelled from None
            raise StoreError(late_words(name, seconds)) from None

    return BackgroundTask.begin(work, limited.stop)


def late_words(name: str, seconds: float) -> str:
    """Return a sentence about a file that took too long to read."""
    return _("Only a part of {file} was read: it takes more than {seconds} seconds.", file=name, seconds=round(seconds))
