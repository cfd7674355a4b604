"""A temporary substitute for a database file that cannot be written now; its writes go into memory.

It is a second, read-only connection to the file. Before a table is written, it is copied into a temporary table of the
same name in memory, which takes precedence in SQLite. Only tables that are written take time and memory; the others are
read from the file.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from game.core.language import _
from game.storage.sqlite.open_database import FileConnection
from game.storage.sqlite.private_files import identity

_WRITES = re.compile(r"\s*(?:(?:INSERT|REPLACE)(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM) (\w+)")
#: Tables of which the stand-in has new rows only: one whose rows are never changed, so that a query reads ``main`` as
#: well, and a cache, whose rows may be missing.
NOT_COPIED = frozenset({"game_texts", "positions"})
#: Seconds to wait for another program if the file has no write-ahead log and is locked for reading, too.
_PATIENCE = 0.04


class StandIn:
    """A connection that reads a database file but writes only into memory."""

    def __init__(self, path: Path, file: FileConnection) -> None:
        """Open an in-memory substitute for the database connection ``file``.

        Raises sqlite3.Error, also if another program replaced the file, since the new file has only its name.
        """
        name = f"{path.absolute().as_uri()}?mode=ro"
        self._connection = sqlite3.connect(
            name, timeout=_PATIENCE, isolation_level=None, uri=True, check_same_thread=False
        )
        if identity(path, file.file) != file.file:
            self._connection.close()
            raise sqlite3.OperationalError(_("another program replaced or deleted the file"))
        self._connection.text_factory = file.text_factory
        self._connection.execute("PRAGMA temp_store = MEMORY")
        self._connection.execute("PRAGMA foreign_keys = ON")

    @property
    def in_transaction(self) -> bool:
        """True while a database transaction is open."""
        return self._connection.in_transaction

    def execute(self, statement: str, values: Sequence[object] | Mapping[str, object] = ()) -> sqlite3.Cursor:
        """Execute an SQL statement, which may begin or end a transaction. Raises sqlite3.Error."""
        written = _WRITES.match(statement)
        if written is not None:
            self._copy(written[1])
        return self._connection.execute("BEGIN" if statement == "BEGIN IMMEDIATE" else statement, values)

    def _copy(self, table: str) -> None:
        """Copy a database table and the tables that it references into memory, unless they are there already."""
        run = self._connection.execute
        if run("SELECT 1 FROM sqlite_temp_master WHERE name = ?", (table,)).fetchone():
            return
        for parent in {row[2] for row in run(f"PRAGMA main.foreign_key_list({table})")}:
            self._copy(parent)
        query = "SELECT sql FROM main.sqlite_master WHERE tbl_name = ? AND type = ? AND sql IS NOT NULL"
        for (made,) in run(query, (table, "table")).fetchall():
            run(re.sub(r"^CREATE TABLE", "CREATE TEMP TABLE", made))
        if table not in NOT_COPIED:
            run(f"INSERT INTO temp.{table} SELECT * FROM main.{table} ORDER BY rowid")
        for (made,) in run(query, (table, "index")).fetchall():
            run(made)

    def close(self) -> None:
        """Close the in-memory substitute for the database and discard its writes."""
        self._connection.close()
