"""The write-ahead log of an SQLite file: who reads does not wait for who writes, and a window not for the disk."""

from __future__ import annotations

import sqlite3
import time

#: Seconds between two tries.
_PAUSE = 0.005


def turn_on_write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Turn the log on, and wait some seconds for another connection that is doing the same.

    SQLite does not wait by itself there, whatever the timeout of the connection: its handler for a busy file is not
    called where two that wait for each other would wait for ever (https://sqlite.org/c3ref/busy_handler.html).

    Raises sqlite3.Error.
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
