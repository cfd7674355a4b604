"""Management of the open database file: backups, restoring, replacement by another program, and closing."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from game.core.language import _, join_sentences
from game.core.threads.worker import start_worker
from game.storage.background import BackgroundTask
from game.storage.files import StoreError
from game.storage.sqlite.backups import BackupFolder
from game.storage.sqlite.database_counts import Holding
from game.storage.sqlite.open_database import FileConnection, open_database
from game.storage.sqlite.private_files import FileIdentity, hold_lock_file, reason_of_failure
from game.storage.sqlite.replaced_file import ReplacedFile
from game.storage.sqlite.restoring import Restored, put_in_place

#: Seconds to wait, when closing, for another window that is making a backup.
_PATIENCE = 0.5
#: Seconds to retry waiting writes when the program ends.
_LAST_PATIENCE = 1.0


class OpenFile:
    """The connection to the database file. All calls must come from one thread."""

    def __init__(self, path: Path) -> None:
        """Open or create the database file.

        If that fails, a database in memory is used, and ``notice`` gives the reason.
        """
        # SQLite puts the log next to the file itself, not next to a link to it.
        self.path = path.resolve() if path.is_symlink() else path
        self.backups = BackupFolder(self.path)
        self._user, self._worker = threading.get_ident(), 0
        """The thread that uses the database, and the one that does a task; 0 for none."""
        self._is_free = threading.Event()
        self._is_free.set()
        self._open()

    def _open(self) -> None:
        self._opened, self.notice = open_database(self.path)
        self.is_stored = self._opened.file is not None
        """True if writes outlast the program; False if the file could not be opened."""
        self._watched = ReplacedFile(self.path, self._opened.file)
        self._is_open = True

    # Tasks on another thread

    def do(self, task: BackgroundTask[Any]) -> None:
        """Start a task that uses this database on a new thread; all other calls wait until the task has ended."""
        self._take_turn()
        self._is_free.clear()
        try:
            start_worker(partial(self._run, task), "database")
        except RuntimeError:
            # The system has no thread left: nothing will ever set it.
            self._is_free.set()
            raise

    def _run(self, task: BackgroundTask[Any]) -> None:
        self._worker = threading.get_ident()
        try:
            task.run()
        finally:
            self._worker = 0
            self._is_free.set()

    @property
    def is_busy(self) -> bool:
        """True while a task uses the database, so that other calls would wait."""
        return not self._is_free.is_set()

    def _take_turn(self) -> None:
        """Wait for the task that is using the database, unless the calling thread runs this task."""
        thread = threading.get_ident()
        if thread != self._worker:
            assert thread == self._user, "another thread needs a connection of its own"
            self._is_free.wait()

    @property
    def _connection(self) -> FileConnection:
        self._take_turn()
        return self._opened

    @property
    def _replaced(self) -> ReplacedFile:
        self._take_turn()
        return self._watched

    @property
    def identity(self) -> FileIdentity:
        """The identity of the open database file, None for a database in memory."""
        return self._connection.file

    def settle(self, patience: float = 0.0) -> None:
        """Execute the queued writes and close other connections, before the database is closed or replaced.

        Try at least once and up to ``patience`` seconds. Raises StoreError if something cannot be written.
        """

    def close(self) -> str:
        """Back up the database if it has changed, and close it; return a message about unsaved changes, or ""."""
        if not self._is_open:
            return ""
        problem = ""
        try:
            self.settle(_LAST_PATIENCE)
        except StoreError as error:
            problem = str(error)
        if self._replaced.is_replaced():
            problem = join_sentences((problem, self._close_replaced()))
        elif self.is_stored:
            with contextlib.suppress(OSError, sqlite3.Error), hold_lock_file(self.path, _PATIENCE):
                self.backups.make(self._connection, date.today())
        self._is_open = False
        self._connection.close()
        return problem

    def _close_replaced(self) -> str:
        """Save a replaced database next to the new file; return a message if that fails, else ""."""
        told = self.keep_if_replaced()
        with contextlib.suppress(OSError):
            self._replaced.leave(self._connection)
        return told if self._replaced.risk else ""

    def holding(self) -> Holding:
        """Return the keys of the database's players, games and puzzles; empty if they cannot be read."""
        with contextlib.suppress(sqlite3.Error):
            return Holding.of(self._connection)
        return Holding()

    # Restoring a backup

    def put_in_place(self, checked: Path) -> Restored:
        """Replace the database by a backup that ``read_backup`` has checked, and open it.

        The previous file is renamed. Raises InUseError if another window has the database open, StoreError if it cannot
        be replaced.
        """
        if self.is_replaced:
            self.take_new_file()
        try:
            self.settle()
            previous = put_in_place(checked, self.path, self._connection)
        except StoreError:
            self._open_again()
            raise
        self._open()
        return Restored(self.holding(), previous)

    def _open_again(self) -> None:
        """Open the database file again if the connection was closed."""
        try:
            self._connection.execute("SELECT 1")
        except sqlite3.ProgrammingError:
            self._open()

    # Replacement by another program

    @property
    def is_replaced(self) -> bool:
        """True if another program replaced or deleted the database file while this window uses the old one."""
        return self._is_open and self._replaced.is_replaced()

    def keep_if_replaced(self) -> str:
        """Save this window's data if another program replaced the database file.

        Return a message about the saved data or the failure, "" if the file was not replaced. The check takes some
        microseconds. Inside a transaction nothing is done, because its writes can only be saved together.
        """
        if not self.is_replaced or self._connection.in_transaction:
            return ""
        try:
            kept = self._replaced.keep(self._connection)
        except (OSError, sqlite3.Error):
            return self._at_risk
        return _(
            "Another program replaced or deleted {file} while it was open. Your records are saved as {kept}.",
            file=self.path.name,
            kept=kept.name,
        )

    @property
    def is_keeping_due(self) -> bool:
        """True if it is time to save data that was written after the database file was replaced."""
        return self._replaced.is_due

    @property
    def _at_risk(self) -> str:
        """A message about unsaved data after another program replaced the database file; "" if all is saved."""
        if not self._replaced.risk:
            return ""
        return _(
            "Another program replaced or deleted {file}, and your records could not be saved: {why}.",
            file=self.path.name,
            why=self._replaced.risk,
        )

    def take_new_file(self) -> str:
        """Save the old database's data and open the file that replaced it; return a message for the player.

        Raises StoreError if the old data cannot be saved; then the window continues to use the old file.
        """
        self.settle()
        try:
            self._replaced.keep(self._connection)
            with hold_lock_file(self.path, _PATIENCE):
                kept, is_back = self._replaced.kept, self._replaced.leave(self._connection)
        except (OSError, sqlite3.Error) as error:
            self._open_again()
            raise StoreError(_("Your records could not be saved: {why}.", why=reason_of_failure(error))) from error
        self._open()
        if is_back or kept is None:
            return _("{file} was deleted while it was open. All its contents were restored.", file=self.path.name)
        return _(
            "Stone Fair now uses the new {file}. Your previous records are saved as {kept}.",
            file=self.path.name,
            kept=kept.name,
        )
