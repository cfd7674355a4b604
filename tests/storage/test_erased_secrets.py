"""Passwords at brokers that earlier versions left in the database and beside it: moved, and erased to the last byte."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.storage.database import Database
from game.storage.secrets.broker_accounts import FOLDER, UNASSIGNED, BrokerAccounts
from game.storage.secrets.system_keyring import SystemKeyring
from game.storage.sqlite import open_database
from game.storage.sqlite.erased_secrets import OldPasswords, blank_passwords
from game.storage.sqlite.private_files import identity
from tests.storage.secrets.keyrings import MemoryKeyring

HOST = "broker.example.org"
#: Passwords that were set one after the other; the last one counts.
OLD = ["hunter2-SECRET-first", "hunter2-SECRET", 'hunter2-SECRET "quoted" \\ ö with more letters']


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "stone-fair.sqlite3"


@pytest.fixture
def backend() -> MemoryKeyring:
    return MemoryKeyring()


@pytest.fixture
def of_an_earlier_version(monkeypatch):
    """Opens a database that keeps a password as earlier versions did."""

    @contextlib.contextmanager
    def without_moving():
        with monkeypatch.context() as patch:
            patch.setattr(open_database, "move_password", lambda *_arguments: None)
            yield

    def opened(path: Path, address: str = HOST) -> Database:
        with without_moving():
            database = Database(path)
        database.settings.set("apart.broker", address)
        database.settings.set("apart.broker_user", "club")
        for number, password in enumerate(OLD):
            database.settings.set("apart.broker_password", password)
            database.settings.set(f"other.{number}", "x" * 300)
            keep_copy(database, path, number + 1)
        return database

    return opened


def keep_copy(database: Database, path: Path, day: int) -> None:
    """Copies the database as earlier versions did."""
    copy = path.with_name(f"stone-fair-2026-11-{day:02}.sqlite3")
    copy.unlink(missing_ok=True)
    database.file._connection.execute("VACUUM INTO ?", (str(copy),))


def leftovers(folder: Path) -> list[str]:
    """The files with a password in them, but for those of the accounts."""
    files = [each for each in folder.rglob("*") if each.is_file() and each.parent.name != FOLDER]
    return [each.name for each in files if b"hunter2" in each.read_bytes()]


def erase(path: Path, backend: MemoryKeyring) -> None:
    assert OldPasswords(path, identity(path), SystemKeyring(lambda: backend)).wait(60)


def accounts(path: Path, backend: MemoryKeyring) -> BrokerAccounts:
    return BrokerAccounts(path.parent / FOLDER, SystemKeyring(lambda: backend))


def damaged(path: Path, name: str) -> None:
    """A damaged file that was moved aside, its log beside it."""
    shutil.copy(path, path.with_name(name))
    shutil.copy(f"{path}-wal", path.with_name(f"{name}-wal"))
    with path.with_name(name).open("r+b") as file:
        file.write(b"\0" * 100)


def test_no_byte_of_a_password_is_left_and_the_account_is_there(path, backend, of_an_earlier_version):
    old = of_an_earlier_version(path)
    damaged(path, "stone-fair.sqlite3.damaged-1")
    old.file._connection.close()
    assert len(leftovers(path.parent)) >= 5
    database = Database(path)
    erase(path, backend)
    assert leftovers(path.parent) == []
    assert not [each for each in path.parent.rglob("*") if each.is_file() and b"hunter2" in each.read_bytes()]
    account = accounts(path, backend).find(HOST, 8883)
    assert (account.user, account.password, account.allows_plain_text) == ("club", OLD[-1], False)
    database.file.close()
    assert leftovers(path.parent) == []


def test_the_files_stay_sound_and_hold_all_else(path, backend, of_an_earlier_version):
    old = of_an_earlier_version(path)
    old.players.create("Anna")
    keep_copy(old, path, 3)
    old.file._connection.close()
    copies = {each: each.stat().st_mtime_ns for each in path.parent.glob("stone-fair-*.sqlite3")}
    database = Database(path)
    erase(path, backend)
    for each in [path, *copies]:
        with contextlib.closing(sqlite3.connect(each)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert ("apart.broker", json.dumps(HOST)) in set(connection.execute("SELECT * FROM settings"))
    assert {each: each.stat().st_mtime_ns for each in copies} == copies
    assert [player.name for player in database.players.all()] == ["Anna"]
    database.file.close()


def test_a_window_that_is_open_meanwhile_goes_on(path, backend, of_an_earlier_version):
    of_an_earlier_version(path).file._connection.close()
    first, second = Database(path), Database(path)
    erase(path, backend)
    first.players.create("Anna")
    second.settings.set("kept", 7)
    assert leftovers(path.parent) == []
    assert [player.name for player in second.players.all()] == ["Anna"]
    assert first.settings.get("kept", 0) == 7
    for database in (first, second):
        assert database.file.failures() == []
        database.file.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_reader_that_holds_the_log_puts_the_erasing_off_to_the_next_start(
    path, backend, of_an_earlier_version, monkeypatch
):
    monkeypatch.setattr("game.storage.sqlite.erased_secrets._PATIENCE", 0.3)
    of_an_earlier_version(path).file._connection.close()
    database = Database(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM settings").fetchone()
        erase(path, backend)
        reader.execute("COMMIT")
    erase(path, backend)
    assert leftovers(path.parent) == []
    database.file.close()


@pytest.mark.parametrize(
    ("address", "place"),
    [("Broker.example.org", (HOST, 8883)), ("10.0.0.1:1883", ("10.0.0.1", 1883)), ("", UNASSIGNED)],
)
def test_the_account_is_that_of_the_broker_that_was_set(path, backend, of_an_earlier_version, address, place):
    of_an_earlier_version(path, address).file._connection.close()
    Database(path).file._connection.close()
    assert accounts(path, backend).read(*place).password == OLD[-1]


def test_an_account_that_cannot_be_saved_leaves_the_password_for_the_next_start(path, backend, of_an_earlier_version):
    of_an_earlier_version(path).file._connection.close()
    (path.parent / FOLDER).write_bytes(b"")
    Database(path).file._connection.close()
    assert leftovers(path.parent)
    (path.parent / FOLDER).unlink()
    Database(path).file._connection.close()
    assert accounts(path, backend).find(HOST, 8883).password == OLD[-1]


def test_an_older_version_that_runs_again_leaves_nothing_for_good(path, backend, of_an_earlier_version):
    for _round in (1, 2):
        of_an_earlier_version(path).file._connection.close()
        database = Database(path)
        erase(path, backend)
        database.file._connection.close()
        assert leftovers(path.parent) == []


def test_a_copy_that_was_erased_and_restored_changes_no_account(path, backend, of_an_earlier_version):
    of_an_earlier_version(path).file._connection.close()
    Database(path).file._connection.close()
    erase(path, backend)
    shutil.copy(path.with_name("stone-fair-2026-11-03.sqlite3"), path)
    accounts(path, backend).remove(HOST, 8883)
    Database(path).file._connection.close()
    assert accounts(path, backend).find(HOST, 8883) is None


def test_the_account_of_a_database_that_is_damaged_now_comes_from_the_newest_copy(path, backend, of_an_earlier_version):
    of_an_earlier_version(path).file._connection.close()
    path.write_bytes(b"no database" * 1000)
    database = Database(path)
    assert "was renamed to" in database.file.notice
    erase(path, backend)
    assert leftovers(path.parent) == []
    assert accounts(path, backend).find(HOST, 8883).password == OLD[-1]
    database.file.close()


def test_a_file_that_cannot_be_written_keeps_no_other_from_being_erased(
    path, backend, of_an_earlier_version, monkeypatch
):
    of_an_earlier_version(path).file._connection.close()
    first = "stone-fair-2026-11-01.sqlite3"

    def blank(each: Path) -> None:
        if each.name == first:
            raise PermissionError(13, "read-only")
        blank_passwords(each)

    with monkeypatch.context() as patch:
        patch.setattr("game.storage.sqlite.erased_secrets.blank_passwords", blank)
        Database(path).file._connection.close()
        erase(path, backend)
    assert leftovers(path.parent) == [first]
    erase(path, backend)
    assert leftovers(path.parent) == []


def test_the_open_database_is_not_opened_by_another_name(path, backend, of_an_earlier_version, monkeypatch):
    """To close a file ends all locks that the process has on it, which SQLite relies on."""
    of_an_earlier_version(path).file._connection.close()
    database = Database(path)
    os.link(path, path.with_name("stone-fair-2026-11-04.sqlite3"))
    looked_at: list[str] = []
    monkeypatch.setattr("game.storage.sqlite.erased_secrets.blank_passwords", lambda each: looked_at.append(each.name))
    erase(path, backend)
    assert looked_at == [f"stone-fair-2026-11-0{day}.sqlite3" for day in (1, 2, 3)]
    database.file.close()


def test_what_was_erased_is_not_searched_again(path, backend, of_an_earlier_version, monkeypatch):
    of_an_earlier_version(path).file._connection.close()
    Database(path).file._connection.close()
    erase(path, backend)
    monkeypatch.setattr("game.storage.sqlite.erased_secrets.blank_passwords", lambda path: pytest.fail(str(path)))
    erase(path, backend)


def test_a_password_across_two_chunks_of_a_large_file_is_found(tmp_path):
    path = tmp_path / "stone-fair.sqlite3.damaged-1"
    setting = b'apart.broker_password"hunter2-SECRET"'
    for place in (0, (1 << 20) - 30, (1 << 20) - 1, (2 << 20) - 2048):
        path.write_bytes(b"\0" * place + setting + b"\0" * 5000)
        blank_passwords(path)
        assert path.read_bytes() == b"\0" * place + b'apart.broker_password"' + b" " * 14 + b'"' + b"\0" * 5000


ERASE = """
import sys
from pathlib import Path
from game.storage.database import Database
from game.storage.sqlite.erased_secrets import OldPasswords
path = Path(sys.argv[1])
database = Database(path)
print("open", flush=True)
OldPasswords(path, database.file.identity).wait(60)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="kills by signals")
def test_a_kill_at_any_moment_loses_no_account_and_the_next_start_erases_the_rest(path, backend, of_an_earlier_version):
    rng = random.Random(35)
    for _round in range(6):
        of_an_earlier_version(path).file._connection.close()
        command = [sys.executable, "-c", ERASE, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            process.stdout.readline()
            time.sleep(rng.random() * 0.05)
            process.send_signal(signal.SIGKILL)
        database = Database(path)
        erase(path, backend)
        assert leftovers(path.parent) == []
        assert accounts(path, backend).find(HOST, 8883).password == OLD[-1]
        database.file._connection.close()
        shutil.rmtree(path.parent)
