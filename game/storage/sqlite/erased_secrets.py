"""Removal of message broker passwords from the database, where earlier versions saved them.

The passwords move to the files of broker accounts. Earlier versions stored the password as a setting, so that it is in
the database, its log and free pages, in the dated copies and in damaged files that were set aside. The row is moved
while the database is opened, before anything is copied from it. A thread erases the rest; if it is interrupted, the
next start continues.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from game.core.threads.worker import start_worker
from game.storage.files import StoreError
from game.storage.private import BESIDE, make_private
from game.storage.secrets.broker_accounts import FOLDER, UNASSIGNED, BrokerAccount, BrokerAccounts
from game.storage.secrets.system_keyring import SystemKeyring, system_keyring
from game.storage.sqlite.private_files import FileIdentity, beside
from game.storage.sqlite.second_connection import open_second

_ADDRESS_KEY, _USER_KEY, _PASSWORD_KEY = "apart.broker", "apart.broker_user", "apart.broker_password"
#: The setting with the progress of the erasing, and its values.
_STATE_KEY, _PENDING, _ERASED = "apart.old_passwords", '"pending"', '"erased"'
#: The port of an address without one, in earlier versions.
_USUAL_PORT = 8883
#: The setting as SQLite writes it: the key, directly followed by the value in JSON.
_SETTING = re.compile(rb'apart\.broker_password"((?:[^"\\]|\\.){1,1000})"', re.DOTALL)
#: Bytes read at once, and bytes by which two reads overlap.
_CHUNK, _SHARED = 1 << 20, 2048
#: Seconds: to wait for other connections, between two tries, and for the thread when closing.
_PATIENCE, _PAUSE, _CLOSING = 5.0, 0.05, 2.0
#: The suffix of a copy made by SQLite, which has no free pages. Databases that were set aside end with a number.
_COPY = ".sqlite3"
#: The suffix of lock files, which are empty.
_LOCK = ".lock"


def move_password(connection: sqlite3.Connection, path: Path) -> None:
    """Move a message broker's password from the database, where an earlier version saved it, to a file.

    The file belongs to the broker's account. If this fails, the password stays for the next start. The account's file
    is on the disk before the row is deleted.
    """
    with contextlib.suppress(sqlite3.Error, StoreError, OSError):
        found = _settings(connection)
        if _PASSWORD_KEY not in found and _USER_KEY not in found:
            return
        account = _account(found)
        if account is not None:
            BrokerAccounts(path.parent / FOLDER, system_keyring()).add_to_file(account)
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            connection.execute("DELETE FROM settings WHERE key IN (?, ?)", (_USER_KEY, _PASSWORD_KEY))
            _set_state(connection, _PENDING)


def _settings(connection: sqlite3.Connection) -> dict[str, str]:
    query = "SELECT key, value FROM settings WHERE key IN (?, ?, ?)"
    return dict(connection.execute(query, (_ADDRESS_KEY, _USER_KEY, _PASSWORD_KEY)))


def _set_state(connection: sqlite3.Connection, state: str) -> None:
    statement = "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    connection.execute(statement, (_STATE_KEY, state))


def _account(settings: dict[str, str]) -> BrokerAccount | None:
    """Return the broker account that an earlier version stored as settings; None if it is missing or erased.

    The account has no broker if the settings name none.
    """
    found = re.fullmatch(r"(\[[^\]]+\]|[^:]+)(?::([0-9]{1,5}))?", _word(settings.get(_ADDRESS_KEY, "")))
    host, port = (found[1], int(found[2] or _USUAL_PORT)) if found else UNASSIGNED
    user, password = _word(settings.get(_USER_KEY, "")), _word(settings.get(_PASSWORD_KEY, ""))
    # A password of spaces comes from a copy in which it was erased, and which has become the database.
    is_erased = bool(password) and not password.strip()
    return BrokerAccount(host, port, user, password) if user and not is_erased else None


def _word(text: str) -> str:
    try:
        word: object = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return word if isinstance(word, str) else ""


class OldPasswords:
    """Background thread that erases old broker passwords from database files."""

    def __init__(self, path: Path, file: FileIdentity, keyring: SystemKeyring | None = None) -> None:
        """Start the thread that erases old broker passwords.

        ``file`` identifies the database file in use, None for a database in memory.
        """
        self._path, self._file, self._keyring = path, file, keyring or system_keyring()
        self._accounts = BrokerAccounts(path.parent / FOLDER, self._keyring)
        self._closing = threading.Event()
        self._thread = start_worker(self._run, "old passwords")

    def close(self) -> None:
        """Stop erasing passwords soon; the next start of the program erases the rest."""
        self._closing.set()
        self._keyring.give_up()
        self._thread.join(_CLOSING)

    def wait(self, seconds: float) -> bool:
        """Wait up to ``seconds`` until all old passwords are erased; return True if that is done."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        # If a file is not writable, in use or was replaced, the next start tries again.
        with contextlib.suppress(sqlite3.Error, OSError, StoreError):
            self._erase()

    def _erase(self) -> None:
        with contextlib.closing(open_second(self._path, self._file, _PATIENCE, can_write=True)) as connection:
            query = "SELECT value FROM settings WHERE key = ?"
            state = connection.execute(query, (_STATE_KEY,)).fetchone()
            files = list(_sibling_files(self._path))
            if state == (_ERASED,) or (state is None and not files):
                return
            if state is None:
                self._recover(files)
            # A list, not a generator, so that a file that is not writable does not stop the erasing of the others.
            blank = [self._is_blank(path) for path in files]
            if state is not None:
                self._rewrite(connection)
            self._accounts.move_to_keyring()
            if all(blank) and not self._closing.is_set():
                _set_state(connection, _ERASED)

    def _recover(self, files: Sequence[Path]) -> None:
        """Move a broker account from the newest database copy to an account file. Raises StoreError.

        The caller does this only if the database is new.
        """
        for path in reversed(files):
            name = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            # UnicodeDecodeError: the error message about a damaged schema quotes the damaged bytes.
            with (
                contextlib.suppress(sqlite3.Error, UnicodeDecodeError),
                contextlib.closing(sqlite3.connect(name, uri=True)) as copy,
            ):
                account = _account(_settings(copy))
                if account is not None:
                    self._accounts.add_to_file(account)
                    return

    def _rewrite(self, connection: sqlite3.Connection) -> None:
        """Rewrite the database without its free pages, and empty its write-ahead log. Raises sqlite3.Error."""
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("VACUUM")
        until = time.monotonic() + _PATIENCE
        # The log cannot be emptied while another connection reads.
        while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            if self._closing.is_set() or time.monotonic() > until:
                raise sqlite3.OperationalError("the write-ahead log is in use")
            time.sleep(_PAUSE)

    def _is_blank(self, path: Path) -> bool:
        """Overwrite the old broker passwords in a database file with spaces; return True if none is left."""
        if self._closing.is_set():
            return False
        make_private(path)
        try:
            blank_passwords(path)
        except FileNotFoundError:
            # An old backup was deleted in the meantime.
            return True
        except OSError:
            return False
        return True


def _sibling_files(path: Path) -> Iterator[Path]:
    """Yield the backup copies and renamed older versions of a database, from the same folder.

    Files that SQLite has open are excluded also under another name: closing any handle to such a file releases SQLite's
    locks.
    """
    own = [each for each in (path, *(beside(path, ending) for ending in BESIDE)) if each.exists()]
    for each in sorted(path.parent.iterdir()):
        is_beside = each.name.startswith(path.stem) and each.suffix != _LOCK
        if is_beside and each.is_file() and not each.is_symlink() and not any(each.samefile(opened) for opened in own):
            yield each


def blank_passwords(path: Path) -> None:
    """Overwrite each password in a database file with spaces of the same length. Raises OSError.

    In a copy made by SQLite, only the row holds the password. In a database that was set aside, it may also be
    elsewhere, so all its occurrences are overwritten.
    """
    times = path.stat()
    with path.open("rb") as file:
        found = list(_matches(file, _SETTING))
    words = {word for _place, word in found if word.strip()}
    if not words:
        return
    with path.open("r+b") as file:
        if path.suffix != _COPY:
            anywhere = re.compile(b"|".join(b'"(' + re.escape(word) + b')"' for word in sorted(words)))
            found += _matches(file, anywhere)
        for place, word in found:
            file.seek(place)
            file.write(b" " * len(word))
        file.flush()
        os.fsync(file.fileno())
    # The modification time shows the age of the copy's contents.
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _matches(file: BinaryIO, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield each match of a pattern in a file as its offset and the bytes of the matching group."""
    start = 0
    while True:
        file.seek(start)
        chunk = file.read(_CHUNK)
        for match in pattern.finditer(chunk):
            assert match.lastindex is not None
            yield start + match.start(match.lastindex), match[match.lastindex]
        if len(chunk) < _CHUNK:
            return
        start += _CHUNK - _SHARED
