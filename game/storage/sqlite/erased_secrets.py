"""Passwords at brokers that earlier versions saved in the database: moved to the accounts, and erased for good.

Earlier versions wrote them as a setting, so they lie in the database, its log and free pages, in the dated copies and
in damaged files that were moved aside. The row is moved while the database is opened, before anything is copied from
it. The rest is erased in a thread of its own; where that is cut off, the next start does it.
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
from game.storage.private import BESIDE, keep_private
from game.storage.secrets.broker_account import BrokerAccount
from game.storage.secrets.broker_accounts import FOLDER, UNASSIGNED, BrokerAccounts
from game.storage.secrets.system_keyring import SystemKeyring, system_keyring
from game.storage.sqlite.private_files import FileIdentity, beside
from game.storage.sqlite.second_connection import open_second

_ADDRESS_KEY, _USER_KEY, _PASSWORD_KEY = "apart.broker", "apart.broker_user", "apart.broker_password"
#: The setting that says how far the erasing is, and its values.
_STATE_KEY, _PENDING, _ERASED = "apart.old_passwords", '"pending"', '"erased"'
#: The port of an address without one, in earlier versions.
_USUAL_PORT = 8883
#: The setting as SQLite writes it: the key, and right behind it the value in JSON.
_SETTING = re.compile(rb'apart\.broker_password"((?:[^"\\]|\\.){1,1000})"', re.DOTALL)
#: Bytes that are searched at once, and those that two searches share.
_CHUNK, _SHARED = 1 << 20, 2048
#: Seconds: to wait for other connections, between two tries, and for the thread at the end.
_PATIENCE, _PAUSE, _CLOSING = 5.0, 0.05, 2.0
#: The ending of a copy that SQLite made, which has no free pages. Databases that were set aside end with a number.
_COPY = ".sqlite3"
#: The ending of files that are made for locks, and are empty.
_LOCK = ".lock"


def move_password(connection: sqlite3.Connection, path: Path) -> None:
    """Move the password of an earlier version to the account of its broker.

    Where that fails, it stays as it is for the next start. The account's file is on the disk before the row is deleted.
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
    """Return the account in the settings of an earlier version, of no broker where they name none."""
    host, port = _host_and_port(_word(settings.get(_ADDRESS_KEY, "")))
    user, password = _word(settings.get(_USER_KEY, "")), _word(settings.get(_PASSWORD_KEY, ""))
    # A password of spaces was erased in a copy, which is the database now.
    is_erased = bool(password) and not password.strip()
    return BrokerAccount(host, port, user, password) if user and not is_erased else None


def _word(text: str) -> str:
    try:
        word: object = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return word if isinstance(word, str) else ""


def _host_and_port(address: str) -> tuple[str, int]:
    found = re.fullmatch(r"(\[[^\]]+\]|[^:]+)(?::([0-9]{1,5}))?", address)
    return (found[1], int(found[2] or _USUAL_PORT)) if found else UNASSIGNED


class OldPasswords:
    """The erasing of what earlier versions left, in a thread that is begun where there may be anything."""

    def __init__(self, path: Path, file: FileIdentity, keyring: SystemKeyring | None = None) -> None:
        """``file`` is the identity of the file that the window has open, None for a database in memory."""
        self._path, self._file, self._keyring = path, file, keyring or system_keyring()
        self._accounts = BrokerAccounts(path.parent / FOLDER, self._keyring)
        self._closing = threading.Event()
        self._thread = start_worker(self._run, "old passwords")

    def close(self) -> None:
        """End soon; what is left is erased at the next start."""
        self._closing.set()
        self._keyring.give_up()
        self._thread.join(_CLOSING)

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the erasing; returns whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        # A file that cannot be written, is in use, or was replaced, is tried again at the next start.
        with contextlib.suppress(sqlite3.Error, OSError, StoreError):
            self._erase()

    def _erase(self) -> None:
        with contextlib.closing(open_second(self._path, self._file, _PATIENCE, can_write=True)) as connection:
            query = "SELECT value FROM settings WHERE key = ?"
            state = connection.execute(query, (_STATE_KEY,)).fetchone()
            files = list(_files_beside(self._path))
            if state == (_ERASED,) or (state is None and not files):
                return
            if state is None:
                self._recover(files)
            # A file that cannot be written keeps none of the others from being erased.
            blank = [self._is_blank(path) for path in files]
            if state is not None:
                self._rewrite(connection)
            self._accounts.move_to_keyring()
            if all(blank) and not self._closing.is_set():
                _set_state(connection, _ERASED)

    def _recover(self, files: Sequence[Path]) -> None:
        """Move the account of the newest copy, where a new database was begun. Raises StoreError."""
        for path in reversed(files):
            name = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            # The message of a damage in the schema quotes the damaged bytes.
            with (
                contextlib.suppress(sqlite3.Error, UnicodeDecodeError),
                contextlib.closing(sqlite3.connect(name, uri=True)) as copy,
            ):
                account = _account(_settings(copy))
                if account is not None:
                    self._accounts.add_to_file(account)
                    return

    def _rewrite(self, connection: sqlite3.Connection) -> None:
        """Rewrite the database without its free pages, and empty its log. Raises sqlite3.Error."""
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("VACUUM")
        until = time.monotonic() + _PATIENCE
        # Another connection that reads keeps the log from being emptied.
        while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            if self._closing.is_set() or time.monotonic() > until:
                raise sqlite3.OperationalError("the write-ahead log is in use")
            time.sleep(_PAUSE)

    def _is_blank(self, path: Path) -> bool:
        """Overwrite the passwords in a file; returns whether it has none any more."""
        if self._closing.is_set():
            return False
        keep_private(path)
        try:
            blank_passwords(path)
        except FileNotFoundError:
            # An old backup was deleted meanwhile.
            return True
        except OSError:
            return False
        return True


def _files_beside(path: Path) -> Iterator[Path]:
    """List the copies of a database, and the files that were moved aside.

    The files that SQLite has open are left out by number too: to close one, also by another name, would end its locks.
    """
    own = [each for each in (path, *(beside(path, ending) for ending in BESIDE)) if each.exists()]
    for each in sorted(path.parent.iterdir()):
        is_beside = each.name.startswith(path.stem) and each.suffix != _LOCK
        if is_beside and each.is_file() and not each.is_symlink() and not any(each.samefile(opened) for opened in own):
            yield each


def blank_passwords(path: Path) -> None:
    """Overwrite the passwords in a file with as many spaces, whatever state it is in. Raises OSError.

    A copy that SQLite made holds them in the row alone. A database that was set aside may have pieces elsewhere:
    each password found in it is overwritten wherever it is.
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
    # The age of a copy is that of what it holds.
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _matches(file: BinaryIO, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, bytes]]:
    """Find the places of a pattern in a file, each with the bytes of the group that has matched."""
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
