"""A backup at the start of the program, made on a thread of its own, and the search for what the database lacks."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import partial

from game.core.language import _
from game.core.threads.worker import failure_words, start_worker
from game.storage.private import keep_private
from game.storage.sqlite.backups import Backup, fullest
from game.storage.sqlite.database_counts import Holding
from game.storage.sqlite.open_file import OpenFile
from game.storage.sqlite.private_files import FileIdentity, hold_lock_beside, remove_second_names, words_of
from game.storage.sqlite.second_connection import open_second

#: Seconds to wait for another window that is making a backup or being restored, and for one that is writing.
_PATIENCE, _WRITING = 10.0, 0.5


@dataclass(frozen=True, slots=True)
class Offer:
    """A backup that holds something which the database lacks, and what the database holds."""

    backup: Backup
    here: Holding


class BackupKeeper:
    """Makes the backup of the start. All methods return at once, but ``wait``."""

    def __init__(self, database: OpenFile) -> None:
        self._database, self._path, self._folder = database, database.path, database.backups
        self.offer: Offer | None = None
        """The backup to ask the player about, once the keeper is done."""
        self.problem = ""
        """The reason why no backup could be made, in a sentence."""
        self.is_busy = False
        """Whether a backup was begun, and ``is_done`` has not answered yet that it is made."""
        self._thread: threading.Thread | None = None

    def begin(self, passed: Collection[str] = ()) -> None:
        """Make a backup, unless one is being made.

        ``passed`` are the names of backups that the player does not want to be asked about.
        """
        if not self.is_busy:
            self.is_busy, self.offer, self.problem = True, None, ""
            self._thread = start_worker(partial(self._run, passed, self._database.file), "backup", self._failed)

    def is_done(self) -> bool:
        """Whether the backup was made since the last call."""
        if not self.is_busy or self._thread is None or self._thread.is_alive():
            return False
        self.is_busy = False
        return True

    def wait(self, seconds: float) -> None:
        """Wait until the backup is made, but not longer than that."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, passed: Collection[str], file: FileIdentity) -> None:
        try:
            with hold_lock_beside(self._path, _PATIENCE) as is_alone:
                if is_alone:
                    remove_second_names(self._path)
                with contextlib.closing(open_second(self._path, file, _WRITING)) as connection:
                    self._keep(connection, passed)
        except (OSError, sqlite3.Error, UnicodeDecodeError, MemoryError) as error:
            self.problem = _("No backup of {file} could be made: {why}.", file=self._path.name, why=words_of(error))

    def _failed(self, error: Exception) -> None:
        self.problem = failure_words(error)

    def _keep(self, connection: sqlite3.Connection, passed: Collection[str]) -> None:
        here, backups = Holding.of(connection), self._folder.backups()
        for each in backups:
            keep_private(each.path)
        best = fullest([each for each in backups if each.path.name not in passed], here)
        self.offer = None if best is None else Offer(best, here)
        self._folder.make(connection, date.today())
