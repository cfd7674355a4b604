"""The file of the library index: an SQLite database, which is rebuilt if it cannot be used.

The player's database is another file, which is only read here.
"""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path

from game.core.language import _
from game.storage.files import StoreError, cause
from game.storage.private import BESIDE
from game.storage.sqlite.open_database import turn_on_write_ahead
from game.storage.sqlite.private_files import begin_private_database, beside

#: Version of the tables; an index with another version is rebuilt. Increase it whenever the tables change.
VERSION = 2
FILE_NAME = "library.db"
#: Seconds to wait for another window that is writing.
_PATIENCE = 10.0
_CACHE_KILOBYTES = 32_000
#: Large pages: the first search after a start reads fewer of them from disk.
_PAGE_BYTES = 16_384

_TABLES = """
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    stamp TEXT NOT NULL,
    problem TEXT NOT NULL,
    UNIQUE (kind, name)
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL,
    number INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    result INTEGER NOT NULL,
    day INTEGER NOT NULL
);
CREATE INDEX games_by_day ON games (day, id, ruleset, result);
CREATE INDEX games_by_source ON games (source);
CREATE TABLE details (
    game INTEGER PRIMARY KEY,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    event TEXT NOT NULL,
    opening TEXT NOT NULL,
    opening_name TEXT NOT NULL,
    options TEXT NOT NULL,
    start TEXT NOT NULL,
    seed TEXT NOT NULL,
    moves TEXT NOT NULL,
    plies INTEGER NOT NULL,
    has_more INTEGER NOT NULL,
    own_key TEXT NOT NULL
);
CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
CREATE TABLE mentions (word INTEGER, game INTEGER, PRIMARY KEY (word, game)) WITHOUT ROWID;
CREATE TABLE positions (
    key INTEGER,
    turn TEXT,
    result INTEGER,
    game INTEGER,
    PRIMARY KEY (key, turn, result, game)
) WITHOUT ROWID;
"""

#: Errors that SQLite raises; its message about a damaged file may quote bytes that are not valid text.
DAMAGES = (sqlite3.Error, UnicodeDecodeError)
#: Errors that rebuilding the file cannot fix.
_NOT_NOW = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
    )
)


def open_index(path: Path) -> sqlite3.Connection:
    """Open the library index, or create it again if it is damaged or has another version.

    Raises StoreError, with a sentence, if the file cannot be read or written. The connection belongs to the calling
    thread.
    """
    try:
        try:
            return _opened(path)
        except DAMAGES as error:
            if not is_damage(error):
                raise
            remove_index(path)
            return _opened(path)
    except OSError as error:
        raise StoreError(_("The library cannot be opened: {cause}.", cause=cause(error))) from error
    except DAMAGES as error:
        raise StoreError(_("The library cannot be opened: {cause}.", cause=error)) from error


def is_damage(error: Exception) -> bool:
    """Return True if an SQLite error means a damaged index file, False if the file is only unavailable."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF not in _NOT_NOW


def remove_index(path: Path) -> None:
    """Delete the file of the library index, which can be rebuilt. Raises OSError."""
    for ending in ("", *BESIDE):
        beside(path, ending).unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    """Open and check the index file. Raises one of DAMAGES if it is damaged, unavailable or of another version."""
    begin_private_database(path)
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    # A damaged character in a text is no reason to lose the row.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        _prepare(connection)
    except DAMAGES:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
    turn_on_write_ahead(connection, _PATIENCE)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
    connection.execute("PRAGMA temp_store = MEMORY")
    if _version(connection) == VERSION:
        return
    # Another thread or window may create the tables at the same time; the second one finds them already created.
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        found = _version(connection)
        if found == VERSION:
            return
        if connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
            raise sqlite3.DatabaseError(f"version {found}")
        for statement in _TABLES.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
