"""Check that a write-ahead log belongs to the database file next to it.

SQLite writes any log with the right name into the database. If a file was put in the place of another one, by hand or
by a program that synchronises folders, the old log would be written over the new file.
"""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import date
from pathlib import Path

from game.core.language import _
from game.storage.sqlite.backups import BackupFolder
from game.storage.sqlite.database_counts import is_sound, open_to_read, read_holding
from game.storage.sqlite.private_files import beside, set_log_aside


def check_log(path: Path) -> str:
    """Rename the write-ahead log of the database at ``path`` if it does not belong to that database.

    Return a message about it, or "" if nothing was renamed. If the log belongs to the database but would delete rows
    from it, the database as it is without the log is backed up first. Raises OSError.
    """
    log = beside(path, "-wal")
    if not log.exists() or not log.stat().st_size:
        return ""
    if not path.exists() or not path.stat().st_size:
        # SQLite deletes a log next to an empty file.
        return _set_log_aside(path)
    is_whole = is_sound(path, with_log=True)
    if is_whole and not _is_changed_after(path, log):
        return ""
    if is_whole is False and is_sound(path):
        return _set_log_aside(path)
    both, alone = read_holding(path, with_log=True), read_holding(path)
    if both is not None and alone is not None and both.lacks(alone):
        # If no copy can be written, the file is opened all the same: earlier backups are still there.
        with contextlib.suppress(OSError, sqlite3.Error), contextlib.closing(open_to_read(path)) as connection:
            BackupFolder(path).make(connection, date.today())
    return ""


def _is_changed_after(path: Path, log: Path) -> bool:
    """Return True if a database file was written or replaced after the last write to the write-ahead log.

    A copied file may keep its modification time, but not its change time (on Windows, its creation time).
    """
    facts = path.stat()
    return max(facts.st_mtime_ns, facts.st_ctime_ns) >= log.stat().st_mtime_ns


def _set_log_aside(path: Path) -> str:
    aside = set_log_aside(path)
    return _(
        "{log} does not belong to {file} and was renamed to {aside}.",
        log=beside(path, "-wal").name,
        file=path.name,
        aside=beside(aside, "-wal").name,
    )
