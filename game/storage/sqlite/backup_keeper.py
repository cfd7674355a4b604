"""The database backup made in a thread at the start, and the search for rows that only a backup has."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import partial

from game.core.language import _
from game.core.threads.worker import failure_text, start_worker
from game.storage.private import make_private
from game.storage.sqlite.backups import Backup, fullest
from game.storage.sqlite.database_counts import Holding
from game.storage.sqlite.open_file import OpenFile
from game.storage.sqlite.private_files import FileIdentity, hold_lock_file, reason_of_failure, remove_second_names
from game.storage.sqlite.second_connection import open_second

#: Seconds to wait for another window that backs up or restores, and for one that writes.
_PATIENCE, _WRITING = 10.0, 0.5


@dataclass(frozen=True, slots=True)
class Offer:
    """A backup to offer to the player, because it has rows that the database lacks.

    The object also has the keys of the players, games and puzzles in the database, for comparison.
    """

    backup: Backup
    here: Holding


class BackupKeeper:
    """The database backup made at the start of the program. All methods except ``wait`` return at once."""

    def __init__(self, file: OpenFile) -> None:
        self._file, self._path, self._folder = file, file.path, file.backups
        self.offer: Offer | None = None
        """The backup to offer to the player, set when the thread is done; None if the database lacks nothing."""
        self.problem = ""
        """The reason why no backup could be made, "" if there is none."""
        self.is_busy = False
        """True from ``begin`` until ``is_done`` has returned True."""
        self._thread: threading.Thread | None = None

    def begin(self, passed: Collection[str] = ()) -> None:
        """Start a database backup, unless one is being made.

        ``passed`` are the names of backups about which the player is not asked again.
        """
        if not self.is_busy:
            self.is_busy, self.offer, self.problem = True, None, ""
            self._thread = start_worker(partial(self._run, passed, self._file.identity), "backup", self._failed)

    def is_done(self) -> bool:
        """Return True at the first call after the database backup has been made, otherwise False."""
        if not self.is_busy or self._thread is None or self._thread.is_alive():
            return False
        self.is_busy = False
        return True

    def wait(self, seconds: float) -> None:
        """Wait until the database backup is made, up to ``seconds``."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, passed: Collection[str], identity: FileIdentity) -> None:
        try:
            with hold_lock_file(self._path, _PATIENCE) as is_alone:
                if is_alone:
                    remove_second_names(self._path)
                with contextlib.closing(open_second(self._path, identity, _WRITING)) as connection:
                    self._keep(connection, passed)
        except (OSError, sqlite3.Error, UnicodeDecodeError, MemoryError) as error:
            self.problem = _(
                "{file} could not be backed up: {why}.", file=self._path.name, why=reason_of_failure(error)
            )

    def _failed(self, error: Exception) -> None:
        self.problem = failure_text(error)

    def _keep(self, connection: sqlite3.Connection, passed: Collection[str]) -> None:
        here, backups = Holding.of(connection), self._folder.backups()
        for each in backups:
            make_private(each.path)
        best = fullest([each for each in backups if each.path.name not in passed], here)
        self.offer = None if best is None else Offer(best, here)
        self._folder.make(connection, date.today())
