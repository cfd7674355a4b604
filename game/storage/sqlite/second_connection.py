"""A second connection, for another thread, to the database file that a window has open.

SQLite opens the file that has the name now. If another program replaced the database, the log next to it still belongs
to the old file, and a connection that uses both would write the old log into the new file.
"""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path

from game.core.language import _
from game.storage.sqlite.private_files import FileIdentity, identity


def open_second(path: Path, file: FileIdentity, patience: float, *, can_write: bool = False) -> sqlite3.Connection:
    """Open the database file that has the identity ``file`` again. Raises sqlite3.Error, also if it was replaced.

    ``patience`` is the time in seconds to wait for other connections. No statement is executed before the identity is
    checked: a connection without statements leaves the log alone when it is closed.
    """
    _check(path, file)
    name = f"{path.absolute().as_uri()}?mode={'rw' if can_write else 'ro'}"
    connection = sqlite3.connect(name, timeout=patience, isolation_level=None, uri=True)
    # A damaged character in a text is no reason to lose the row.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        _check(path, file)
    except sqlite3.OperationalError:
        connection.close()
        raise
    return connection


def _check(path: Path, file: FileIdentity) -> None:
    if file is None or identity(path) != file:
        raise sqlite3.OperationalError(_("another program replaced the file"))
