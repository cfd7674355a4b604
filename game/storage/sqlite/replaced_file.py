"""A database that another program has replaced or deleted while a window has it open.

The window continues to use the file that it opened, which has no name any more. Its contents are copied to a new file
at once, and again after later writes, until the window opens the file that has the name now. A copy writes all data, so
that several writes share one copy; until then they count as unsaved.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from game.core.language import _
from game.storage.files import replace, sync_folder
from game.storage.sqlite.backups import vacuum_into
from game.storage.sqlite.private_files import (
    FileIdentity,
    beside,
    free_name,
    give_name,
    identity,
    reason_of_failure,
    set_log_aside,
    sync_file,
    temporary_sibling,
)

#: Seconds between two copies.
_PAUSE = 3.0
#: The identity of a file whose folder is unreachable.
_UNKNOWN: FileIdentity = (-1, -1)


class ReplacedFile:
    """Watcher of an open database file; it copies the data if another program replaces the file."""

    def __init__(self, path: Path, file: FileIdentity) -> None:
        """Watch the path of a database.

        ``file`` identifies the open file, None for a database in memory.
        """
        self._path, self._file = path, file
        self._log = identity(beside(path, "-wal"))
        self.kept: Path | None = None
        """The copy of this window's data; None before the first copy."""
        self.risk = ""
        """The reason why written data would be lost if the program ended now; "" if it is safe."""
        self._next = 0.0

    def is_replaced(self) -> bool:
        """Return True if another program replaced or deleted the database file. Takes some microseconds."""
        found = identity(self._path, _UNKNOWN)
        if self._file is not None and found not in {self._file, _UNKNOWN}:
            return True
        # The log may be created by the first write.
        self._log = self._log or identity(beside(self._path, "-wal"))
        if found == self._file:
            self.risk = ""
        return False

    def note_written(self) -> None:
        """Record that a database has new data that is not in its copy yet.

        Does nothing unless another program has replaced the database file.
        """
        if self.is_replaced() and not self.risk:
            self.risk = _("another program replaced or deleted the file")

    @property
    def is_due(self) -> bool:
        """True if a replaced database has data to copy and the last copy was not made too recently."""
        return bool(self.risk) and time.monotonic() >= self._next

    def keep(self, connection: sqlite3.Connection) -> Path:
        """Copy a database whose file was replaced to a new file next to it; return the path of the copy.

        Raises OSError or sqlite3.Error.
        """
        try:
            self.kept = self._copied(connection)
        except (OSError, sqlite3.Error) as error:
            self.risk = reason_of_failure(error)
            raise
        finally:
            self._next = time.monotonic() + _PAUSE
        self.risk = ""
        return self.kept

    def _copied(self, connection: sqlite3.Connection) -> Path:
        temporary = temporary_sibling(self._path)
        try:
            vacuum_into(connection, temporary)
            if self.kept is None:
                return self._named(temporary)
            sync_file(temporary)
            replace(temporary, self.kept)
            sync_folder(self.kept.parent)
            return self.kept
        finally:
            temporary.unlink(missing_ok=True)

    def _named(self, temporary: Path) -> Path:
        while not give_name(temporary, named := free_name(self._path, "replaced")):
            pass
        return named

    def leave(self, connection: sqlite3.Connection) -> bool:
        """Close the replaced database; return True if its copy was given the original file name.

        The copy gets the name if no other file has it. The log of the old file does not stay next to the new file.
        Raises OSError.
        """
        connection.close()
        if identity(beside(self._path, "-wal")) == self._log is not None:
            self._leave_log()
        if self.kept is None or identity(self._path) is not None or not give_name(self.kept, self._path):
            return False
        self.kept = None
        return True

    def _leave_log(self) -> None:
        """Delete the old write-ahead log if all its contents were copied, else rename it."""
        if self.kept is None or self.risk:
            set_log_aside(self._path)
            return
        for ending in ("-wal", "-shm"):
            beside(self._path, ending).unlink(missing_ok=True)
