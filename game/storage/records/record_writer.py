"""A thread that appends records to a file in order, and retries a record that cannot be written.

The window never waits for the disk, and messages to other machines can be delayed until a record is on the disk.
"""

from __future__ import annotations

import queue
import threading
import time
from pathlib import Path

from game.core.language import _
from game.storage.files import cause
from game.storage.records.record_file import RecordFile

#: Seconds between two tries of a failed write, and seconds to retry after ``close``.
RETRY_SECONDS = 1.0
CLOSING_SECONDS = 2.0


class RecordWriter:
    """A thread that appends records to a file in order. Its methods are called from the window's thread."""

    def __init__(self, path: Path, problem: str, *, retry_seconds: float = RETRY_SECONDS) -> None:
        """Start the writer thread of a file of records.

        ``problem`` is an untranslated message with the field ``cause``.
        """
        self.path = path
        self._file = RecordFile(path)
        self._sentence, self._retry_seconds = problem, retry_seconds
        self._problem = self._reported = ""
        self._records: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._change = threading.Lock()
        self._waiting = 0
        self._closing = threading.Event()
        self._give_up_at = float("inf")
        self._thread = threading.Thread(target=self._write, name="records", daemon=True)
        self._thread.start()

    def note(self, record: str) -> None:
        """Queue a record to be appended to the file."""
        with self._change:
            self._waiting += 1
        self._records.put(record)

    @property
    def is_written(self) -> bool:
        """True if all queued records are on the disk."""
        return self._waiting == 0

    def problem(self) -> str:
        """Return a message about a failed write, or "" if there is none. Each message is returned once."""
        problem = self._problem
        if not (self._thread.is_alive() or self._closing.is_set()):
            problem = _("Saving has stopped. Close Stone Fair and start it again.")
        news, self._reported = ("" if problem == self._reported else problem), problem
        return news

    def close(self) -> str:
        """Write the queued records and end the thread. Return a message if some are not written, else ""."""
        self._give_up_at = time.monotonic() + CLOSING_SECONDS
        self._closing.set()
        self._records.put(None)
        self._thread.join()
        return "" if self.is_written else self._problem

    def _write(self) -> None:
        while (record := self._records.get()) is not None:
            if not self._keep(record):
                return
            with self._change:
                self._waiting -= 1

    def _keep(self, record: str) -> bool:
        """Append a record, and retry until it succeeds. Return False if the writer is closed before that."""
        while True:
            try:
                self._file.append(record)
            except OSError as error:
                self._problem = _(self._sentence, cause=cause(error))
            else:
                self._problem = ""
                return True
            if self._closing.is_set():
                time.sleep(min(0.1, self._retry_seconds))
                if time.monotonic() > self._give_up_at:
                    return False
            else:
                self._closing.wait(self._retry_seconds)
