"""Checkpoints of the write-ahead log: a thread moves it into the database file, so that the window waits for no disk.

A write only appends to the log. SQLite would move the log into the file, and wait for the disk twice, in the middle of
one of these writes; here that is done by a thread with a connection of its own.
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

#: The number of writes after which the log is moved again.
_WRITES = 1_000
#: The bytes of a log, left by programs that were killed, that the first write has moved.
_LARGE = 4_000_000


class Checkpoints:
    """The checkpoints of one connection to a file; a database in memory has none."""

    def __init__(self, connection: FileConnection, path: Path) -> None:
        self._path: Path | None = None if connection.file is None else path
        self._file = connection.file
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        self._writes = _WRITES if self._path is not None and _log_size(self._path) > _LARGE else 0
        self._thread: threading.Thread | None = None

    def count(self) -> None:
        """Count a write, and begin a checkpoint where it is time for one."""
        self._writes += 1
        if self._writes >= _WRITES:
            self.begin()

    def begin(self) -> None:
        """Begin a checkpoint, unless one is under way."""
        if self._path is None or (self._thread is not None and self._thread.is_alive()):
            return
        self._writes = 0
        self._thread = start_worker(partial(_move_log, self._path, self._file), "checkpoint")

    def finish(self) -> None:
        """Wait for the checkpoint that is under way."""
        if self._thread is not None:
            self._thread.join()


def _log_size(path: Path) -> int:
    with contextlib.suppress(OSError):
        return beside(path, "-wal").stat().st_size
    return 0


def _move_log(path: Path, file: FileIdentity) -> None:
    """Move the log into the file as far as no other program holds that up; what stays is moved the next time.

    Where another program replaced the file, the log is not its log.
    """
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(open_second(path, file, 0.0, can_write=True)) as connection,
    ):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
