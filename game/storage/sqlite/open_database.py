"""The opening of the database file, even if it is missing, damaged, outdated or being replaced.

A damaged file is set aside and a new one created. A file that cannot be opened, or that comes from a newer version of
the program, is left alone, and this session uses a database in memory.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from functools import cache, partial
from pathlib import Path

from game.core.language import _, join_sentences
from game.storage.files import cause
from game.storage.private import begin_private
from game.storage.sqlite.erased_secrets import move_password
from game.storage.sqlite.leftover_log import check_log
from game.storage.sqlite.migrations import MIGRATIONS, migrate, version
from game.storage.sqlite.private_files import (
    FileIdentity,
    begin_private_database,
    hold_lock_file,
    identity,
    set_aside,
    set_log_aside,
)

#: Seconds between two tries.
_PAUSE = 0.005
#: Seconds to wait for another program that is writing: while the file is opened, and later, when a window waits.
_PATIENCE, _WINDOW_PATIENCE = 2.0, 0.02
#: Maximum number of tries to open a file that another program keeps replacing.
_TRIES = 5
#: SQLite's name for a database in memory.
_IN_MEMORY = ":memory:"


def turn_on_write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Turn on the write-ahead log; wait up to ``patience`` seconds while another connection does the same.

    SQLite itself does not wait here, whatever the timeout of the connection: it does not call the busy handler where
    two connections could wait for each other forever (https://sqlite.org/c3ref/busy_handler.html). Raises
    sqlite3.Error.
    """
    patient_until = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > patient_until:
                raise
            time.sleep(_PAUSE)
        else:
            return


class FileConnection(sqlite3.Connection):
    """A database connection that stores its file's identity, which is independent of the file's name."""

    file: FileIdentity = None
    """The identity of the open file; None for a database in memory."""


def open_database(path: Path) -> tuple[FileConnection, str]:
    """Open the database in its newest version; return the connection, and a message about problems or ""."""
    if str(path) == _IN_MEMORY:
        return _opened(_IN_MEMORY), ""
    try:
        with hold_lock_file(path, _PATIENCE):
            return _found(path)
    except OSError as error:
        return _in_memory(path, cause(error))
    except sqlite3.OperationalError as error:
        return _in_memory(path, str(error))


def _found(path: Path) -> tuple[FileConnection, str]:
    """Open the database file, or create it if it is missing. Raises OSError and sqlite3.OperationalError."""
    about_log = check_log(path)
    begin_private_database(path)
    try:
        connection = _opened_as_it_stays(path)
        move_password(connection, path)
        return connection, about_log
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        connection, notice = _recreated(path, error)
        return connection, join_sentences((about_log, notice))


def _opened_as_it_stays(path: Path) -> FileConnection:
    """Open the database file; try again if another program replaces the file meanwhile."""
    for _try in range(_TRIES):
        before = identity(path)
        try:
            connection = _opened(path)
        except sqlite3.Error:
            if identity(path) == before:
                raise
        else:
            if identity(path) == before:
                connection.file = before
                return connection
            connection.close()
        # The log, if there is one, belongs to the previous file.
        set_log_aside(path)
        begin_private(path)
    raise sqlite3.OperationalError(_("another program keeps replacing the file"))


def _opened(name: Path | str) -> FileConnection:
    # Another thread may open and close it for the window (``OpenFile.do``).
    connection = sqlite3.connect(
        name, timeout=_PATIENCE, isolation_level=None, factory=FileConnection, check_same_thread=False
    )
    # A damaged character in a text is no reason to lose the row.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        _prepare(connection)
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * _WINDOW_PATIENCE)}")
    except sqlite3.Error:
        connection.close()
        raise
    except UnicodeDecodeError as error:
        # The error message about a damaged schema quotes the damaged bytes.
        connection.close()
        raise sqlite3.DatabaseError(str(error)) from error
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Check and migrate the database, and set its pragmas.

    Raises sqlite3.OperationalError if the file is undamaged but unusable here, sqlite3.DatabaseError if it is damaged.
    """
    found = version(connection)
    if found > len(MIGRATIONS):
        raise sqlite3.OperationalError(
            _(
                "the file is from a newer version of Stone Fair (file version {found}; this program "
                "reads up to {known})",
                found=found,
                known=len(MIGRATIONS),
            )
        )
    health = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if health != "ok":
        raise sqlite3.DatabaseError(health)
    turn_on_write_ahead(connection, _PATIENCE)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    migrate(connection)
    check_tables(connection)


def check_tables(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError if the database lacks a table or a column."""
    found = _columns(connection)
    for table, columns in _columns_of_newest_version().items():
        lost = columns - found.get(table, set())
        if lost:
            raise sqlite3.DatabaseError(f"no {table}.{min(lost)}")


@cache
def _columns_of_newest_version() -> dict[str, set[str]]:
    with contextlib.closing(sqlite3.connect(_IN_MEMORY, isolation_level=None)) as newest:
        migrate(newest)
        return _columns(newest)


def _columns(connection: sqlite3.Connection) -> dict[str, set[str]]:
    """Return the names of the columns of each table in the database."""
    found: dict[str, set[str]] = {}
    query = "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
    for table, column in connection.execute(query):
        found.setdefault(table, set()).add(column)
    return found


def _in_memory(path: Path, why: str) -> tuple[FileConnection, str]:
    notice = _(
        "{file} cannot be used: {why}. Players, results and settings will not be saved this time.",
        file=path.name,
        why=why,
    )
    return _opened(_IN_MEMORY), notice


def _recreated(path: Path, error: sqlite3.DatabaseError) -> tuple[FileConnection, str]:
    try:
        aside = set_aside(path, "damaged")
        begin_private_database(path)
        notice = _(
            "{file} could not be read ({error}). It was renamed to {aside}, and a new file was created.",
            file=path.name,
            error=error,
            aside=aside.name,
        )
        return _opened_as_it_stays(path), notice
    except (OSError, sqlite3.Error) as second:
        return _in_memory(path, _("{error}, and the file could not be renamed: {second}", error=error, second=second))
