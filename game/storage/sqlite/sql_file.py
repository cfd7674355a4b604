"""SQL access to the database file: reads, and writes that are queued while the file is locked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from game.core.language import _, join_sentences, plural
from game.storage.files import StoreError
from game.storage.sqlite.checkpoints import Checkpoints
from game.storage.sqlite.open_file import OpenFile
from game.storage.sqlite.write_queue import Statement, Unit, Write, WriteQueue, cause_of


class SqlFile(OpenFile):
    """SQL access to the database. All calls must come from one thread.

    Every write goes through one queue (``write_queue``). A write that fails for now waits there until ``retry``
    succeeds, and ``trouble`` reports it. A caller that reports something as saved checks its ``Write``.
    """

    def _open(self) -> None:
        super()._open()
        self._writes = WriteQueue(self._opened, self._watched, self.path if self.is_stored else None)
        self._checkpoints = Checkpoints(self._opened, self.path)
        self._unreadable = ""

    @property
    def _queue(self) -> WriteQueue:
        self._take_turn()
        return self._writes

    def settle(self, patience: float = 0.0) -> None:
        """Execute the queued writes and close other connections, before the database is closed or replaced.

        Try at least once and up to ``patience`` seconds. Raises StoreError if something cannot be written.
        """
        self._queue.finish(patience)
        self._queue.drop_stand_in()
        self._checkpoints.finish()
        if self._queue:
            raise StoreError(self._not_made)

    # The write queue

    def retry(self) -> None:
        """Retry queued database writes if they are due. Called once a frame; takes a few milliseconds at most."""
        waiting = len(self._queue)
        self._queue.retry()
        if len(self._queue) < waiting:
            self._replaced.note_written()

    def finish_writing(self, seconds: float) -> None:
        """Retry the queued database writes for up to ``seconds``. Does nothing if the file is closed."""
        if not self._is_open:
            return
        self._queue.finish(seconds)
        self._replaced.note_written()
        if seconds > 0 and self._replaced.risk:
            self.keep_if_replaced()

    def checkpoint(self) -> None:
        """Start a checkpoint of the database in a thread."""
        self._checkpoints.begin()

    @property
    def waiting_for(self) -> str:
        """The reason why some data is not in the database file yet; "" if all is saved."""
        return self._queue.cause if self._queue else self._replaced.risk

    @property
    def trouble(self) -> str:
        """A sentence with the reason why a change is not in the database file yet; "" if all is saved."""
        return _("Not saved yet: {cause}. Trying again…", cause=self.waiting_for) if self.waiting_for else ""

    @property
    def unsaved(self) -> str:
        """A message about the changes that would be lost if the program ended now; "" if there are none."""
        return join_sentences((self._not_made, self._at_risk))

    @property
    def _not_made(self) -> str:
        if not self._queue:
            return ""
        return plural(
            "{count} change could not be saved: {cause}.",
            "{count} changes could not be saved: {cause}.",
            len(self._queue),
            cause=self._queue.cause,
        )

    @property
    def has_news(self) -> bool:
        """True if ``trouble`` or ``failures`` has a message about the database. Never waits.

        Every frame reads it.
        """
        return bool(self._writes or self._writes.refusals or self._unreadable or self._watched.risk)

    def failures(self) -> list[str]:
        """Return new messages about failed reads and copies and refused writes of the database, without duplicates."""
        told = [self._not_written(error) for error in self._queue.refusals]
        told += [self._unreadable] if self._unreadable else []
        self._queue.refusals.clear()
        self._unreadable = ""
        return list(dict.fromkeys(told))

    def _not_written(self, error: sqlite3.Error) -> str:
        return _("{file} could not be written: {error}.", file=self.path.name, error=cause_of(error))

    @contextmanager
    def together(self) -> Iterator[Unit]:
        """Group the database writes in this ``with`` block into one transaction, which may be queued.

        Raises StoreError if they are refused.
        """
        try:
            with self._queue.together() as unit:
                yield unit
        except sqlite3.DatabaseError as error:
            raise StoreError(self._not_written(error)) from error
        self._made()

    @property
    def is_direct(self) -> bool:
        """True if no writes wait, so that the next write goes to the file at once."""
        return self._queue.is_direct

    def rows(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> list[Any]:
        """Return the rows that a query finds; an empty list, which ``failures`` reports, if they cannot be read."""
        try:
            return self._queue.reader.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._unreadable = _("{file} could not be read: {error}.", file=self.path.name, error=error)
            return []

    def write(self, statement: str, values: Sequence[object]) -> Write:
        """Execute an SQL statement, or queue it if the file is locked; ``failures`` reports a refusal."""
        return self.write_all((statement, values))

    def write_all(self, *statements: Statement) -> Write:
        """Execute SQL statements as one transaction, or queue them; ``failures`` reports a refusal."""
        write = self._queue.write(*statements)
        self._made()
        return write

    def _made(self) -> None:
        """Count a database write for the next checkpoint; also note it for the copy of a replaced file."""
        self._checkpoints.count()
        self._replaced.note_written()


def now() -> str:
    """Return the present date and time in ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
