"""A thread that moves the write-ahead log into the database file, so that the window never waits.

A write only appends to the log. By default, SQLite would move the log into the file in the middle of a write, and wait
for the disk twice. Here a thread does this on its own connection.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from functools import partial
from pathlib import Path

from game.core.threads.worker import start_worker
from game.storage.sqlite.open_database import FileConnection
from game.storage.sqlite.private_files import FileIdentity, beside
from game.storage.sqlite.second_connection import open_second

#: Number of writes between two checkpoints.
_WRITES = 1_000
#: Size in bytes of a log, left by a program that was killed, from which the first write starts a checkpoint.
_LARGE = 4_000_000


class Checkpoints:
    """The checkpoints of a database file, made by a thread. A database in memory has none."""

    def __init__(self, connection: FileConnection, path: Path) -> None:
        self._path: Path | None = None if connection.file is None else path
        self._file = connection.file
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        self._writes = _WRITES if self._path is not None and _log_size(self._path) > _LARGE else 0
        self._thread: threading.Thread | None = None

    def count(self) -> None:
        """Count a write to the database and start a checkpoint if one is due."""
        self._writes += 1
        if self._writes >= _WRITES:
            self.begin()

    def begin(self) -> None:
        """Start a database checkpoint, unless one is running."""
        if self._path is None or (self._thread is not None and self._thread.is_alive()):
            return
        self._writes = 0
        self._thread = start_worker(partial(_move_log, self._path, self._file), "checkpoint")

    def finish(self) -> None:
        """Wait for the running database checkpoint."""
        if self._thread is not None:
            self._thread.join()


def _log_size(path: Path) -> int:
    with contextlib.suppress(OSError):
        return beside(path, "-wal").stat().st_size
    return 0


def _move_log(path: Path, file: FileIdentity) -> None:
    """Move the write-ahead log into the database file, except the part that other programs still use.

    Do nothing if another program replaced the file, because the log belongs to the old one.
    """
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(open_second(path, file, 0.0, can_write=True)) as connection,
    ):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
