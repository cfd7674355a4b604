"""The database of a portable copy, checked before it takes the place of the present one.

A database from elsewhere may be damaged or made to do harm. Only tables and indexes are accepted, and settings that
start programs, such as engines, stay those of this computer.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.language import _
from game.storage.background import OnStep
from game.storage.files import StoreError
from game.storage.portable.portable_copy import PortableCopy, refusal
from game.storage.sqlite.database_counts import Holding
from game.storage.sqlite.migrations import migrate
from game.storage.sqlite.open_database import check_tables
from game.storage.sqlite.private_files import reason_of_failure, temporary_sibling
from game.storage.sqlite.restoring import read_backup


@dataclass(frozen=True, slots=True)
class ArchivedRecords:
    """The checked database of a portable copy, in a temporary file next to the present one."""

    path: Path
    holding: Holding

    def discard(self) -> None:
        """Delete the temporary file, if it has not taken the place of the present database."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)


def read_records(
    copy: PortableCopy, database: Path, own_settings: Mapping[str, object], step: OnStep
) -> ArchivedRecords | None:
    """Unpack the database of a portable copy and check it; return None if there is none.

    ``own_settings`` are the present values, by key, of the settings that the copy does not decide; None for no value.
    Raises StoreError, and Cancelled; then no file is left behind.
    """
    if copy.records is None:
        return None
    try:
        unpacked = temporary_sibling(database)
        try:
            copy.unpack_records(unpacked, step)
            checked = read_backup(unpacked, database, copy.path.name)
        finally:
            unpacked.unlink(missing_ok=True)
    except OSError as error:
        raise refusal(copy.path, reason_of_failure(error)) from error
    try:
        return ArchivedRecords(checked, _prepared(checked, own_settings))
    except (sqlite3.Error, UnicodeDecodeError, MemoryError) as error:
        checked.unlink(missing_ok=True)
        raise refusal(copy.path, reason_of_failure(error)) from error
    except StoreError as error:
        checked.unlink(missing_ok=True)
        raise refusal(copy.path, str(error)) from error


def _prepared(checked: Path, own_settings: Mapping[str, object]) -> Holding:
    """Bring a database up to date, set the settings of this computer, and return what it contains.

    Raises sqlite3.Error, and StoreError if it is not a database of Stone Fair.
    """
    with contextlib.closing(sqlite3.connect(checked, isolation_level=None)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        strange = "type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
        if connection.execute(f"SELECT 1 FROM sqlite_master WHERE {strange}").fetchone():
            raise StoreError(_("its records are not of Stone Fair"))
        migrate(connection)
        check_tables(connection)
        if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise StoreError(_("its records are damaged"))
        for key, value in own_settings.items():
            connection.execute("DELETE FROM settings WHERE key = ?", (key,))
            if value is not None:
                connection.execute("INSERT INTO settings VALUES (?, ?)", (key, json.dumps(value)))
        return Holding.of(connection)
