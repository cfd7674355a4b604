"""A backup put in the place of the database.

The backup is read into a temporary file and checked first. Then the present file gets another name, and the temporary
file its own. A program that is killed at any moment leaves the old database or the restored one, and the backup stays.
"""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from game.core.language import _
from game.storage.files import StoreError, cause
from game.storage.sqlite.backups import vacuum_into
from game.storage.sqlite.database_counts import Holding, is_sound, open_to_read, read_holding
from game.storage.sqlite.migrations import MIGRATIONS, version
from game.storage.sqlite.private_files import beside, hold_lock_beside, set_aside, sync_file, temporary_beside, words_of

#: Seconds to wait for a window that is just opening or copying the database.
_PATIENCE = 0.04


class InUseError(StoreError):
    """Another window or program has the database open."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The outcome: what the database holds now, and the name of the file that it replaced, "" where there was none."""

    holding: Holding
    previous: str


def read_backup(backup: Path, path: Path) -> Path:
    """Copy a backup into a private temporary file beside the database, and check it. Raises StoreError."""
    try:
        temporary = temporary_beside(path)
    except OSError as error:
        raise _not_read(backup, cause(error)) from error
    try:
        with contextlib.closing(open_to_read(backup, with_log=beside(backup, "-wal").exists())) as connection:
            if version(connection) > len(MIGRATIONS):
                raise _not_read(backup, _("it is from a newer Stone Fair"))
            vacuum_into(connection, temporary)
        if not is_sound(temporary) or read_holding(temporary) is None:
            raise _not_read(backup, _("it is damaged"))
        sync_file(temporary)
    except (sqlite3.Error, UnicodeDecodeError, OSError, MemoryError, StoreError) as error:
        temporary.unlink(missing_ok=True)
        raise error if isinstance(error, StoreError) else _not_read(backup, words_of(error)) from error
    return temporary


def put_in_place(temporary: Path, path: Path, connection: sqlite3.Connection) -> str:
    """Close the database and put a checked copy in its place; returns the name that the file before has now.

    Raises InUseError where another window has it open: the connection stays open. Raises StoreError where the files
    cannot be renamed: the connection is closed, and the old file is in its place.
    """
    with hold_lock_beside(path, _PATIENCE):
        _end_log(path, connection)
        connection.close()
        is_there = path.exists()
        try:
            aside = set_aside(path, "before-restoring", temporary)
        except OSError as error:
            raise StoreError(_("{file} could not be replaced: {error}.", file=path.name, error=cause(error))) from error
    return aside.name if is_there else ""


def _end_log(path: Path, connection: sqlite3.Connection) -> None:
    """Write the log into the database and delete it. Raises InUseError where another window uses them.

    SQLite itself refuses that to all but the last connection. A file that is damaged is set aside with its log.
    """
    others = [connection]
    with contextlib.ExitStack() as stack:
        if not _is_of(connection, path) and path.exists():
            with contextlib.suppress(sqlite3.Error):
                others = [stack.enter_context(contextlib.closing(sqlite3.connect(path, timeout=0)))]
        for each in others:
            try:
                each.execute("PRAGMA journal_mode = DELETE").fetchone()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise InUseError(
                        _(
                            "Another window of Stone Fair, or another program, uses {file}. Close it first.",
                            file=path.name,
                        )
                    ) from error
            except (sqlite3.Error, UnicodeDecodeError):
                continue


def _is_of(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the connection has the file open, and not a database in memory."""
    try:
        return bool(connection.execute("PRAGMA database_list").fetchone()[2])
    except sqlite3.Error:
        return False


def _not_read(backup: Path, why: str) -> StoreError:
    return StoreError(_("{file} could not be restored: {why}.", file=backup.name, why=why))
