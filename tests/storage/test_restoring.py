"""A backup restored: whatever state the database is in, and whenever the program is killed meanwhile."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.sqlite import leftover_log as stray_log
from game.storage.sqlite.database_counts import read_holding
from game.storage.sqlite.migrations import MIGRATIONS
from game.storage.sqlite.restoring import InUseError, Restored, read_backup
from tests.storage.test_backups import FIRST, back_up, leave, played, stored_by
from tests.storage.test_database import created

#: What a process does to files, as the interpreter reports it to its hooks.
_STEPS = {"os.rename", "os.link", "os.remove", "sqlite3.connect", "open", "os.chmod"}
#: Nothing here takes as long; it only keeps a broken test from waiting for ever.
_PATIENCE = 60.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.sqlite3"


@pytest.fixture
def backup(path: Path) -> Path:
    """Of 40 games; the database itself was damaged, and its window killed after a game in the new one."""
    database = Database(path)
    played(database, *range(40))
    made = back_up(database, FIRST)
    database.file.close()
    assert made is not None
    data = bytearray(path.read_bytes())
    data[100:3000] = os.urandom(2900)
    path.write_bytes(bytes(data))
    assert "a new file was created." in in_child(killed_after, path, 99)
    assert path.with_name("data.sqlite3-wal").stat().st_size
    return made


def killed_after(path: Path, *games: int) -> str:
    """Open the database in this process, play, and leave the log where it is."""
    database = Database(path)
    played(database, *games)
    return database.file.notice


def in_child(deed: Callable[..., str], *values: object) -> str:
    """Do something in a process that ends at once after it, without closing anything; returns what it said."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.write(writer, deed(*values).encode())
        os._exit(9)
    os.close(writer)
    until = time.monotonic() + _PATIENCE
    # A copy of a process lacks its threads, and may wait for ever for a lock that one of them held.
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail(f"the child hangs; threads here: {threading.enumerate()}")
        time.sleep(0.0005)
    with os.fdopen(reader, "rb") as pipe:
        return pipe.read().decode()


def restored(path: Path, backup: Path) -> Restored:
    database = Database(path)
    outcome = database.file.put_in_place(read_backup(backup, path))
    database.file.close()
    return outcome


def games(path: Path) -> int:
    holding = read_holding(path, with_log=True)
    return -1 if holding is None else len(holding.games)


def test_restoring_beside_the_log_of_another_database_brings_all_games_back(path: Path, backup: Path) -> None:
    whole = backup.read_bytes()
    outcome = restored(path, backup)
    assert (len(outcome.holding.players), len(outcome.holding.games)) == (1, 40)
    assert outcome.previous == "data.sqlite3.before-restoring-1"
    assert games(path.with_name(outcome.previous)) == 1
    assert backup.read_bytes() == whole
    again = Database(path)
    assert (again.file.notice, len(again.file.holding().games)) == ("", 40)
    again.file.close()


def test_the_connection_serves_the_restored_database_at_once(path: Path, backup: Path) -> None:
    database = Database(path)
    assert [player.name for player in database.players.all()] == ["Anna"]
    database.file.put_in_place(read_backup(backup, path))
    anna = database.players.current()
    assert anna is not None
    assert len(database.games.against_computer(anna)) == 40
    created(database, "Ben")
    database.file.close()
    assert [player.name for player in Database(path).players.all()] == ["Anna", "Ben"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_killed_at_any_step_the_old_or_the_restored_database_is_there(tmp_path: Path, path: Path, backup: Path) -> None:
    start = tmp_path / "start"
    shutil.copytree(path.parent, start, ignore=shutil.ignore_patterns("start", "try-*"))
    found = []
    for step in range(1, 200):
        home = tmp_path / f"try-{step}"
        shutil.copytree(start, home)
        said = in_child(_killed_at, step, home / path.name, home / backup.name)
        database = Database(home / path.name)
        found.append(len(database.file.holding().games))
        assert found[-1] in (1, 40), f"step {step}: {sorted(each.name for each in home.iterdir())}"
        assert games(home / backup.name) == 40
        leave(database)
        shutil.rmtree(home)
        if said:
            break
    else:
        pytest.fail("it never came to an end")
    assert len(found) > 10
    assert {1, 40} == set(found)


def _killed_at(step: int, path: Path, backup: Path) -> str:
    counted = 0

    def count(event: str, _arguments: object) -> None:
        nonlocal counted
        counted += event in _STEPS
        if counted == step:
            os._exit(9)

    database = Database(path)
    sys.addaudithook(count)
    database.file.put_in_place(read_backup(backup, path))
    return "done"


def test_killed_between_the_two_names_a_system_without_links_offers_the_copy(path: Path, backup: Path) -> None:
    database = Database(path)
    leave(database)
    path.rename(path.with_name("data.sqlite3.before-restoring-1"))
    path.with_name("data.sqlite3-wal").unlink(missing_ok=True)
    offer = stored_by(path).offer
    assert offer is not None
    assert offer.backup.path == backup


def test_a_second_window_keeps_the_database_and_the_first_is_told(path: Path, backup: Path) -> None:
    first, second = Database(path), Database(path)
    checked = read_backup(backup, path)
    with pytest.raises(InUseError, match=r"data\.sqlite3 is open in another Stone Fair window or another program"):
        first.file.put_in_place(checked)
    created(second, "Ben")
    created(first, "Cara")
    second.file.close()
    assert len(first.file.put_in_place(checked).holding.games) == 40
    first.file.close()
    assert games(path) == 40


def test_two_windows_that_restore_at_once_end_with_one_sound_database(path: Path, backup: Path) -> None:
    first, second = Database(path), Database(path)
    for window in (first, second):
        with pytest.raises(InUseError):
            window.file.put_in_place(read_backup(backup, path))
    second.file.close()
    first.file.put_in_place(read_backup(backup, path))
    with pytest.raises(InUseError):
        Database(path).file.put_in_place(read_backup(backup, path))
    assert len(first.file.holding().games) == 40


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limits there")
def test_a_disk_that_fills_while_copying_leaves_everything_as_it_is(path: Path, backup: Path) -> None:
    before = sorted(each.name for each in path.parent.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(StoreError, match="could not be restored"):
            read_backup(backup, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert sorted(each.name for each in path.parent.iterdir()) == before


def test_a_folder_that_cannot_be_written_is_told(path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    database = Database(path)
    checked = read_backup(backup, path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "link", refuse)
        patch.setattr(Path, "replace", refuse)
        with pytest.raises(StoreError, match="could not be replaced: you have no permission to write there"):
            database.file.put_in_place(checked)
    assert [player.name for player in database.players.all()] == ["Anna"]
    assert len(database.file.holding().games) == 1
    created(database, "Ben")
    database.file.close()


def test_a_damaged_backup_and_one_of_a_newer_program_are_refused(path: Path, backup: Path) -> None:
    newer = path.with_name("newer.sqlite3")
    shutil.copy(backup, newer)
    with contextlib.closing(sqlite3.connect(newer)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreError, match="the file is from a newer version of Stone Fair"):
        read_backup(newer, path)
    data = bytearray(backup.read_bytes())
    data[8192:] = b"\x5a" * len(data[8192:])
    damaged = path.with_name("damaged.sqlite3")
    damaged.write_bytes(data)
    with pytest.raises(StoreError, match="could not be restored"):
        read_backup(damaged, path)
    assert not list(path.parent.glob("*.writing"))


def test_a_session_in_memory_beside_a_newer_database_can_go_back_to_a_copy(path: Path, backup: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    database = Database(path)
    assert not database.file.is_stored
    assert len(database.file.put_in_place(read_backup(backup, path)).holding.games) == 40
    assert (database.file.is_stored, database.file.notice) == (True, "")
    database.file.close()


def test_the_file_before_is_a_backup_too(path: Path, backup: Path) -> None:
    previous = path.with_name(restored(path, backup).previous)
    database = Database(path)
    assert previous in [each.path for each in database.file.backups.backups()]
    assert len(database.file.put_in_place(read_backup(previous, path)).holding.games) == 1
    database.file.close()


def test_a_backup_that_needs_more_memory_than_there_is_leaves_no_temporary_file(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("game.storage.sqlite.restoring.vacuum_into", fail)
    with pytest.raises(StoreError, match="could not be restored: there is not enough memory"):
        read_backup(backup, path)
    assert not list(path.parent.glob("*.writing"))


# The log of another database


def test_a_copy_put_in_place_by_hand_beside_a_strange_log_is_offered_again(path: Path, backup: Path) -> None:
    backup.replace(path)
    offer = stored_by(path).offer
    assert offer is not None
    assert len(offer.backup.holding.games) == 40


def test_a_log_that_makes_the_database_unreadable_is_set_aside(path: Path, backup: Path) -> None:
    """The file of another machine was put in place of the one of a window that was killed."""
    elsewhere = path.with_name("elsewhere.sqlite3")
    other = Database(elsewhere)
    played(other, *range(60))
    other.file.close()
    in_child(killed_after, path, *range(200, 230))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        # Only some pages are in the log.
        in_child(killed_after, path, 300)
        elsewhere.replace(path)
        database = Database(path)
    kept = {len(each.holding.games) for each in database.file.backups.backups()} | {len(database.file.holding().games)}
    assert 60 in kept, (database.file.notice, kept)
    if "does not belong to" in database.file.notice:
        assert list(path.parent.glob("*stray-log*"))
    database.file.close()


def test_the_log_of_a_window_that_was_killed_is_not_taken_for_a_strange_one(path: Path) -> None:
    for number in range(30):
        in_child(killed_after, path, number)
        database = Database(path)
        assert (database.file.notice, len(database.file.holding().games)) == ("", number + 1)
        leave(database)
    assert not list(path.parent.glob("*stray-log*"))


def test_the_log_of_a_window_that_was_killed_costs_no_comparison_of_all_records(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_child(killed_after, path, *range(5))
    log = path.with_name("data.sqlite3-wal")
    after = path.stat().st_ctime_ns + 1_000_000_000
    os.utime(log, ns=(after, after))
    monkeypatch.setattr(stray_log, "read_holding", lambda *_arguments, **_options: pytest.fail("read"))
    database = Database(path)
    assert (database.file.notice, len(database.file.holding().games)) == ("", 5)
    database.file.close()


@pytest.mark.parametrize("put", [os.replace, shutil.copy2], ids=["moved", "copied with its time"])
def test_a_copy_that_is_older_than_a_strange_log_becomes_a_backup_first(
    path: Path, backup: Path, put: Callable[[Path, Path], object]
) -> None:
    """The file was put in its place after the log was written, whatever time it bears."""
    os.utime(backup, (1_000_000_000, 1_000_000_000))
    os.utime(path.with_name("data.sqlite3-wal"))
    path.unlink()
    put(backup, path)
    database = Database(path)
    assert 40 in {len(each.holding.games) for each in database.file.backups.backups() if each.path != backup}
    database.file.close()


def test_a_log_beside_no_database_is_set_aside_instead_of_being_deleted(path: Path) -> None:
    in_child(killed_after, path, 1)
    log = path.with_name("data.sqlite3-wal").read_bytes()
    path.unlink()
    database = Database(path)
    assert (
        "data.sqlite3-wal does not belong to data.sqlite3 and was renamed to data.sqlite3.stray-log-1-wal."
        in database.file.notice
    )
    assert path.with_name("data.sqlite3.stray-log-1-wal").read_bytes() == log
    database.file.close()


def test_a_locked_database_keeps_its_log(path: Path) -> None:
    in_child(killed_after, path, 1)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO settings VALUES ('a', '1')")
        database = Database(path)
        assert "cannot be used" in database.file.notice
        database.file.close()
        assert not list(path.parent.glob("*stray-log*"))
        other.execute("COMMIT")
    assert len(Database(path).file.holding().games) == 1
