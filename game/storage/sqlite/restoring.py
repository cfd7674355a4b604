"""The restoring of the database from a backup.

The backup is first copied to a temporary file and checked. Then the present file is renamed, and the temporary file
takes its name. If the program is killed, either the old or the restored database is there; the backup itself stays.
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
from game.storage.sqlite.private_files import (
    beside,
    hold_lock_file,
    reason_of_failure,
    set_aside,
    sync_file,
    temporary_sibling,
)

#: Seconds to wait for a window that is opening or copying the database.
_PATIENCE = 0.04


class InUseError(StoreError):
    """Raised if another window or program has the database open."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Result of restoring a backup: the keys in the restored database, and the new name of the replaced file.

    The name is "" if no file was replaced.
    """

    holding: Holding
    previous: str


def read_backup(backup: Path, path: Path, title: str = "") -> Path:
    """Copy a backup to a private temporary file next to the database, check it, and return its path.

    ``title`` is what messages call the backup, by default the name of its file. Raises StoreError.
    """
    title = title or backup.name
    try:
        temporary = temporary_sibling(path)
    except OSError as error:
        raise _not_read(title, cause(error)) from error
    try:
        with contextlib.closing(open_to_read(backup, with_log=beside(backup, "-wal").exists())) as connection:
            if version(connection) > len(MIGRATIONS):
                raise _not_read(title, _("the file is from a newer version of Stone Fair"))
            vacuum_into(connection, temporary)
        if not is_sound(temporary) or read_holding(temporary) is None:
            raise _not_read(title, _("the file is damaged"))
        sync_file(temporary)
    except (sqlite3.Error, UnicodeDecodeError, OSError, MemoryError, StoreError) as error:
        temporary.unlink(missing_ok=True)
        raise error if isinstance(error, StoreError) else _not_read(title, reason_of_failure(error)) from error
    return temporary


def put_in_place(temporary: Path, path: Path, connection: sqlite3.Connection) -> str:
    """Close the database and replace it by a checked backup; return the new name of the replaced file.

    Raises InUseError if another window has it open; the connection then stays open. Raises StoreError if the files
    cannot be renamed; the connection is then closed and the old file is still in place.
    """
    with hold_lock_file(path, _PATIENCE):
        _end_log(path, connection)
        connection.close()
        is_there = path.exists()
        try:
            aside = set_aside(path, "before-restoring", temporary)
        except OSError as error:
            raise StoreError(_("{file} could not be replaced: {error}.", file=path.name, error=cause(error))) from error
    return aside.name if is_there else ""


def _end_log(path: Path, connection: sqlite3.Connection) -> None:
    """Move the write-ahead log into the database and delete it. Raises InUseError if another window uses them.

    SQLite permits this only for the last connection. A damaged file is set aside together with its log.
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
                            "{file} is open in another Stone Fair window or another program. Close "
                            "the file there first.",
                            file=path.name,
                        )
                    ) from error
            except (sqlite3.Error, UnicodeDecodeError):
                continue


def _is_of(connection: sqlite3.Connection, path: Path) -> bool:
    """Return True if the connection has a database file open, False for a database in memory."""
    try:
        return bool(connection.execute("PRAGMA database_list").fetchone()[2])
    except sqlite3.Error:
        return False


def _not_read(title: str, why: str) -> StoreError:
    return StoreError(_("{file} could not be restored: {why}.", file=title, why=why))
