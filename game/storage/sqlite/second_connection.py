"""A second connection to the file that a window has open, for another thread.

SQLite takes the file that has the name now. Where another program replaced the database, the log beside it is still
that of the old file, and any connection that uses both writes the one into the other.
"""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path

from game.core.language import _
from game.storage.sqlite.private_files import FileIdentity, identity


def open_second(path: Path, file: FileIdentity, patience: float, *, can_write: bool = False) -> sqlite3.Connection:
    """Open the file of that identity once more. Raises sqlite3.Error, also where another file has the name now.

    ``patience`` are the seconds to wait for other connections. No statement runs before the file is known to be the
    right one: a connection without statements leaves the log alone when it is closed.
    """
    _check(path, file)
    name = f"{path.absolute().as_uri()}?mode={'rw' if can_write else 'ro'}"
    connection = sqlite3.connect(name, timeout=patience, isolation_level=None, uri=True)
    # A damaged letter in a text is no reason to lose the row.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        _check(path, file)
    except sqlite3.OperationalError:
        connection.close()
        raise
    return connection


def _check(path: Path, file: FileIdentity) -> None:
    if file is None or identity(path) != file:
        raise sqlite3.OperationalError(_("another program replaced it"))
