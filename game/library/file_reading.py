"""A file that is read in a thread of its own, so that the window goes on, and that can be given up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.core.threads.interruptible import Interrupted, Interruptible
from game.core.threads.worker import failure_words, start_worker
from game.store.files import StoreError

Found = TypeVar("Found")
#: Seconds after which a file is given up; the player may do so earlier.
MOST_SECONDS = 120.0


class FileReading(Generic[Found]):
    """Begins to read at once; ``result`` is None until it is done."""

    def __init__(self, name: str, read: Callable[[], Found], seconds: float = MOST_SECONDS) -> None:
        """``read`` is called in a thread; it may raise ParseError, StoreError and PluginError."""
        self.result: Found | str | None = None
        """What the file holds, or why nothing of it can be read, in a sentence."""
        self._name, self._read = name, read
        self._work = Interruptible(seconds)
        self.thread = start_worker(self._run, "file", self._fail)

    def cancel(self) -> None:
        """Give the file up: the thread ends within moments, and nothing of the file is kept."""
        self._work.stop()

    def _run(self) -> None:
        try:
            self.result = self._work.run(self._read)
        except (ParseError, StoreError, PluginError) as error:
            self.result = str(error)
        except Interrupted:
            self.result = late_words(self._name, self._work.seconds)

    def _fail(self, error: Exception) -> None:
        self.result = failure_words(error)


def late_words(name: str, seconds: float) -> str:
    """Return a sentence about a file that took too long to read."""
    return _("{file} was not read to its end: it takes more than {seconds} seconds.", file=name, seconds=round(seconds))
