"""SQLite's write-ahead log, so that readers do not wait for writers, nor the window for the disk."""

from __future__ import annotations

import sqlite3
import time

#: Seconds between two tries.
_PAUSE = 0.005


def turn_on_write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Turn on the write-ahead log; wait up to ``patience`` seconds for another connection that does the same.

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
