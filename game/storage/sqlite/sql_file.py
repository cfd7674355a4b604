"""The database file as SQL sees it: opened once, read and written without raising, or written together."""

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
    """The database as statements; all calls must come from one thread, or from a task of ``do``.

    Every write goes through one queue (``write_queue``): one that cannot be made now waits there, ``retry`` makes it
    later, and until then ``trouble`` says so. A caller that claims something is saved asks its ``Write``.
    """

    def _open(self) -> None:
        super()._open()
        self._writes = WriteQueue(self._opened, self._watched, self.path if self.is_kept else None)
        self._checkpoints = Checkpoints(self._opened, self.path)
        self._unreadable = ""

    @property
    def _queue(self) -> WriteQueue:
        self._take_turn()
        return self._writes

    def settle(self, patience: float = 0.0) -> None:
        """Write what waits, and close all other connections to the file; called before the file is left.

        Tries for so many seconds, and once at least. Raises StoreError where something cannot be written.
        """
        self._queue.finish(patience)
        self._queue.drop_stand_in()
        self._checkpoints.finish()
        if self._queue:
            raise StoreError(self._not_made)

    # The queue of the writes

    def retry(self) -> None:
        """Make waiting writes when it is time to try again; called often, takes some milliseconds at most."""
        waiting = len(self._queue)
        self._queue.retry()
        if len(self._queue) < waiting:
            self._replaced.note_written()

    def finish_writing(self, seconds: float) -> None:
        """Try for some seconds to make everything that waits; a file that is closed has nothing left to write."""
        if not self._is_open:
            return
        self._queue.finish(seconds)
        self._replaced.note_written()
        if seconds > 0 and self._replaced.risk:
            self.keep_if_replaced()

    def checkpoint(self) -> None:
        """Have the write-ahead log moved into the file, by a thread."""
        self._checkpoints.begin()

    @property
    def waiting_for(self) -> str:
        """The cause for which something written is not saved yet, in words; "" when all is."""
        return self._queue.cause if self._queue else self._replaced.risk

    @property
    def trouble(self) -> str:
        """The reason why a change is not saved yet, in a sentence; "" when everything is."""
        return _("Not saved yet: {cause}. Trying again…", cause=self.waiting_for) if self.waiting_for else ""

    @property
    def unsaved(self) -> str:
        """The changes that would be lost if the program ended now, and why, in a sentence; "" for none."""
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

    def failures(self) -> list[str]:
        """Take the sentences about writes refused for good, and about failed reads, since the last call."""
        told = [self._not_written(error) for error in self._queue.refusals]
        told += [self._unreadable] if self._unreadable else []
        self._queue.refusals.clear()
        self._unreadable = ""
        return list(dict.fromkeys(told))

    def _not_written(self, error: sqlite3.Error) -> str:
        return _("{file} could not be written: {error}.", file=self.path.name, error=cause_of(error))

    @contextmanager
    def together(self) -> Iterator[Unit]:
        """Make the writes in this block all or not at all, now or later. Raises StoreError when they are refused."""
        try:
            with self._queue.together() as unit:
                yield unit
        except sqlite3.DatabaseError as error:
            raise StoreError(self._not_written(error)) from error
        self._made()

    def _rows(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> list[Any]:
        try:
            return self._queue.reader.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._unreadable = _("{file} could not be read: {error}.", file=self.path.name, error=error)
            return []

    def _write(self, statement: str, values: Sequence[object]) -> Write:
        """Run a statement now or later; a refusal is kept for ``failures``."""
        return self._write_all((statement, values))

    def _write_all(self, *statements: Statement) -> Write:
        """Run statements all or not at all, now or later; a refusal is kept for ``failures``."""
        write = self._queue.write(*statements)
        self._made()
        return write

    def _made(self) -> None:
        """Count a write for the next checkpoint, and note that it is to be kept where the file was replaced."""
        self._checkpoints.count()
        self._replaced.note_written()


def now() -> str:
    """The date and time in ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
