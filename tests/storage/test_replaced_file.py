"""A database that another program replaces or deletes under an open window: noticed, told, and both are kept."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.sqlite import open_database, replaced_file, write_queue
from game.storage.sqlite.backup_keeper import BackupKeeper
from game.storage.sqlite.backups import vacuum_into
from game.storage.sqlite.database_counts import read_holding
from game.storage.sqlite.erased_secrets import OldPasswords
from game.storage.sqlite.private_files import identity
from game.storage.sqlite.restoring import read_backup
from tests.storage.test_backups import FIRST, back_up, played, stored_by
from tests.storage.test_database import created
from tests.storage.unwritable import locked

pytestmark = pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.sqlite3"


@pytest.fixture
def newcomer(tmp_path: Path) -> Path:
    """The database of another machine, with 60 games of somebody called Carl."""
    other = Database(tmp_path / "elsewhere" / "data.sqlite3")
    created(other, "Carl")
    played(other, *range(100, 160))
    other.file.close()
    return other.file.path


def games(path: Path) -> int:
    holding = read_holding(path)
    return -1 if holding is None else len(holding.games)


def kept(path: Path) -> list[int]:
    """The games in each file that was kept when the database was replaced."""
    return sorted(games(each) for each in path.parent.glob("data.sqlite3.replaced-*"))


def test_games_go_on_in_a_file_that_is_kept_and_the_new_one_is_opened(path: Path, newcomer: Path) -> None:
    database = Database(path)
    played(database, *range(40))
    newcomer.replace(path)
    played(database, 40)
    assert (database.file.is_replaced, database.file.is_keeping_due) == (True, True), "the first write is kept at once"
    database.file.keep_if_replaced()
    assert (kept(path), database.file.is_keeping_due) == ([41], False), "kept, also where the window is killed then"
    played(database, 41)
    database.file.finish_writing(1.0)
    assert kept(path) == [42]
    assert (
        "Stone Fair now uses the new data.sqlite3. Your previous records are saved as data.sqlite3.replaced-1."
        in database.file.take_new_file()
    )
    assert "Carl" in [player.name for player in database.players.all()]
    played(database, 200)
    database.file.close()
    assert (games(path), kept(path)) == (61, [42])
    offer = stored_by(path).offer
    assert offer is not None
    assert len(offer.backup.holding.games) == 42


def test_a_window_that_only_reads_notices_it_too(path: Path, newcomer: Path) -> None:
    database = Database(path)
    played(database, 1)
    assert database.file.keep_if_replaced() == ""
    newcomer.replace(path)
    assert "Another program replaced or deleted data.sqlite3" in database.file.keep_if_replaced()
    assert kept(path) == [1]
    database.file.close()


def test_a_database_replaced_just_before_the_end_is_kept_at_close(path: Path, newcomer: Path) -> None:
    database = Database(path)
    played(database, 1, 2)
    whole = newcomer.read_bytes()
    newcomer.replace(path)
    database.file.close()
    assert path.read_bytes() == whole
    assert kept(path) == [2]
    assert not path.with_name("data.sqlite3-wal").exists()
    again = Database(path)
    assert (again.file.notice, len(again.file.holding().games)) == ("", 60)
    again.file.close()


def test_a_deleted_database_is_there_again_at_close(path: Path) -> None:
    database = Database(path)
    played(database, 1, 2)
    for each in path.parent.glob("data.sqlite3*"):
        each.unlink()
    database.file.close()
    assert games(path) == 2
    assert kept(path) == []


def test_a_deleted_database_is_there_again_while_the_window_is_open(path: Path) -> None:
    database = Database(path)
    played(database, 1, 2)
    path.unlink()
    played(database, 3)
    assert (
        database.file.take_new_file() == "data.sqlite3 was deleted while it was open. All its contents were restored."
    )
    played(database, 4)
    database.file.close()
    assert games(path) == 4


def test_a_database_moved_away_and_back_is_no_other_one(path: Path) -> None:
    database = Database(path)
    played(database, 1)
    away = path.with_name("away.sqlite3")
    path.rename(away)
    assert database.file.is_replaced
    away.rename(path)
    assert not database.file.is_replaced
    played(database, 2)
    database.file.close()
    assert games(path) == 2


def test_the_log_of_the_newcomer_is_left_beside_it(path: Path, newcomer: Path) -> None:
    database = Database(path)
    played(database, 1)
    with contextlib.closing(sqlite3.connect(newcomer, isolation_level=None)) as other:
        other.execute("INSERT INTO settings VALUES ('theirs', '1')")
        log = newcomer.with_name("data.sqlite3-wal")
        log.rename(path.with_name(log.name))
        path.with_name("data.sqlite3-shm").unlink()
        newcomer.replace(path)
        database.file.take_new_file()
        assert database.settings.get("theirs", 0) == 1
    database.file.close()


def test_a_database_replaced_a_hundred_times_loses_no_game(path: Path, newcomer: Path) -> None:
    """Two machines that write each other's file: the copies of both lines stay, and not a hundred of them."""
    mine = Database(path)
    played(mine, 0)
    mine.file.close()
    for turn in range(1, 51):
        mine = Database(path)
        played(mine, turn)
        waits = path.with_name("waits.sqlite3")
        waits.write_bytes(newcomer.read_bytes())
        waits.replace(path)
        mine.file.close()
        there = {key for each in path.parent.iterdir() for key in _keys(each)}
        assert {*range(turn + 1), *range(100, 160)} <= there, turn
        # The player goes back to their own line by the button.
        mine = Database(path)
        latest = max(mine.file.backups.backups(), key=lambda each: (each.kind == "replaced", each.number))
        newcomer.write_bytes(path.read_bytes())
        mine.file.close()
        latest.path.replace(path)
    assert len(list(path.parent.iterdir())) < 40


def _keys(path: Path) -> set[int]:
    holding = read_holding(path)
    return set() if holding is None else {key[4] for key in holding.games}  # type: ignore[index]


def test_a_disk_that_is_full_is_told_and_the_window_goes_on_in_the_old_file(
    path: Path, newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    database = Database(path)
    played(database, 1)
    newcomer.replace(path)
    with monkeypatch.context() as patch:
        patch.setattr("game.storage.sqlite.replaced_file.vacuum_into", fail)
        played(database, 2)
        assert "could not be saved: database or disk is full" in database.file.keep_if_replaced()
        with pytest.raises(StoreError, match="could not be saved"):
            database.file.take_new_file()
        assert len(database.file.holding().games) == 2
    database.file.take_new_file()
    assert kept(path) == [2]
    database.file.close()


def test_the_new_file_is_not_opened_while_a_write_waits_and_the_window_does_not_freeze(
    path: Path, newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(path)
    sleeps: list[float] = []
    with locked(database):
        database.settings.set("key", 1)
        newcomer.replace(path)
        with monkeypatch.context() as patch:
            patch.setattr(write_queue.time, "sleep", sleeps.append)
            with pytest.raises(StoreError, match="1 change could not be saved"):
                database.file.take_new_file()
    assert sleeps == []
    database.file.take_new_file()
    assert [_setting(each) for each in path.parent.glob("data.sqlite3.replaced-*")] == ["1"]
    database.file.close()


def _setting(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT value FROM settings WHERE key = 'key'").fetchone()[0])


def test_what_is_written_into_a_file_without_a_name_is_not_saved_until_it_is_kept(
    path: Path, newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    database = Database(path)
    newcomer.replace(path)
    with monkeypatch.context() as patch:
        patch.setattr("game.storage.sqlite.replaced_file.vacuum_into", fail)
        write = database.settings.set("key", 1)
        assert not write.is_saved
        lost = (
            "Another program replaced or deleted data.sqlite3, and your records could not be saved: the disk is full."
        )
        assert database.file.keep_if_replaced() == lost
        assert database.file.trouble == "Not saved yet: the disk is full. Trying again…"
        assert database.file.unsaved == lost
        database.file.finish_writing(0.01)
        assert not write.is_saved
    database.file.finish_writing(0.01)
    assert (write.is_saved, database.file.trouble, database.file.unsaved) == (True, "", "")
    database.file.close()


def test_many_writes_after_a_replacement_are_kept_together_and_count_as_unsaved_until_then(
    path: Path, newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies: list[Path] = []

    def vacuum(connection: sqlite3.Connection, to: Path) -> None:
        copies.append(to)
        vacuum_into(connection, to)

    monkeypatch.setattr(replaced_file, "vacuum_into", vacuum)
    database = Database(path)
    newcomer.replace(path)
    writes = [database.settings.set("key", number) for number in range(20)]
    assert (copies, writes[0].is_saved, database.file.is_keeping_due) == ([], False, True)
    database.file.keep_if_replaced()
    assert (writes[-1].is_saved, database.file.trouble) == (True, "")
    writes.append(database.settings.set("key", 20))
    assert (len(copies), writes[-1].is_saved, database.file.is_keeping_due) == (1, False, False)
    assert database.file.trouble == "Not saved yet: another program replaced or deleted the file. Trying again…"
    assert database.file.failures() == []
    monkeypatch.setattr(replaced_file.time, "monotonic", lambda: 1e12)
    assert database.file.is_keeping_due
    database.file.keep_if_replaced()
    assert (len(copies), writes[-1].is_saved, database.file.trouble) == (2, True, "")
    assert not database.file.is_keeping_due, "nothing is new"
    database.settings.set("key", 21)
    database.file.close()
    (copy,) = path.parent.glob("data.sqlite3.replaced-*")
    assert _setting(copy) == "21"


def test_a_file_that_gets_its_name_back_is_saved(path: Path, newcomer: Path) -> None:
    database = Database(path)
    away = path.with_name("away.sqlite3")
    path.rename(away)
    writes = [database.settings.set("key", number) for number in range(2)]
    assert not writes[-1].is_saved
    away.rename(path)
    database.file.finish_writing(0.0)
    assert (writes[-1].is_saved, database.file.trouble) == (True, "")
    database.file.close()


def test_a_folder_that_cannot_be_reached_for_a_moment_saves_nothing(
    path: Path, newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    database = Database(path)
    newcomer.replace(path)
    writes = [database.settings.set("key", number) for number in range(2)]
    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", fail)
        assert not database.file.is_replaced
        database.file.retry()
        assert not writes[-1].is_saved
    database.file.finish_writing(0.01)
    assert writes[-1].is_saved
    database.file.close()


def test_what_cannot_be_kept_at_close_is_told_and_its_log_set_aside(
    path: Path, newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    database = Database(path)
    played(database, 1)
    newcomer.replace(path)
    monkeypatch.setattr("game.storage.sqlite.replaced_file.vacuum_into", fail)
    assert "could not be saved: database or disk is full" in database.file.close()
    assert path.with_name("data.sqlite3.stray-log-1-wal").exists()
    assert not path.with_name("data.sqlite3-wal").exists()


def test_a_folder_that_cannot_be_reached_for_a_moment_is_no_replaced_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(5, "Input/output error")

    before = identity(path.parent)
    monkeypatch.setattr(Path, "stat", fail)
    assert identity(path.parent, before) == before


def test_a_backup_restored_before_the_new_file_was_noticed_loses_neither(path: Path, newcomer: Path) -> None:
    database = Database(path)
    played(database, 1, 2)
    backup = back_up(database, FIRST)
    assert backup is not None
    played(database, 3)
    newcomer.replace(path)
    outcome = database.file.put_in_place(read_backup(backup, path))
    assert (len(outcome.holding.games), games(path.with_name(outcome.previous)), kept(path)) == (2, 60, [3])
    database.file.close()
    assert games(path) == 2


def test_a_database_replaced_while_it_is_opened_is_opened_again(
    path: Path, newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_database._opened

    def opened_and_replaced(name: Path) -> sqlite3.Connection:
        connection = opened(name)
        if newcomer.exists():
            newcomer.replace(path)
        return connection

    monkeypatch.setattr(open_database, "_opened", opened_and_replaced)
    database = Database(path)
    assert next(player.name for player in database.players.all()) == "Carl"
    played(database, 1)
    database.file.close()
    assert games(path) == 61


def test_a_database_moved_away_while_it_is_opened_is_no_reason_to_keep_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, tries = open_database._opened, []

    def opened_late(name: Path) -> open_database.FileConnection:
        tries.append(name)
        if len(tries) == 1:
            path.rename(path.with_name("away"))
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return opened(name)

    monkeypatch.setattr(open_database, "_opened", opened_late)
    database = Database(path)
    assert (database.file.is_stored, database.file.notice) == (True, "")
    database.file.close()


def test_a_group_of_writes_is_kept_as_a_whole(path: Path, newcomer: Path) -> None:
    database = Database(path)
    played(database, 1)
    newcomer.replace(path)
    with database.file.together():
        played(database, 2, 3)
        assert (database.file.keep_if_replaced(), kept(path)) == ("", [])
    database.file.keep_if_replaced()
    assert kept(path) == [3]
    database.file.close()


def test_a_second_name_of_the_open_file_is_no_backup_and_goes(path: Path) -> None:
    """A program that was killed between two steps leaves one: reading it would end the locks of the open file."""
    database = Database(path)
    played(database, 1)
    for name in ("data.sqlite3.before-restoring-1", "data.sqlite3.replaced-1"):
        path.with_name(name).hardlink_to(path)
    assert database.file.backups.backups() == []
    database.file._connection.close()
    stored_by(path)
    assert not list(path.parent.glob("data.sqlite3.*-1"))


# The other connections of a window


def erase(database: Database) -> None:
    OldPasswords(database.file.path, database.file.identity).wait(30)


def move_log(database: Database) -> None:
    database.file.checkpoint()
    database.file._checkpoints.finish()


def back_up_at_start(database: Database) -> None:
    keeper = BackupKeeper(database.file)
    keeper.begin()
    keeper.wait(10)
    assert "another program replaced the file" in keeper.problem


@pytest.mark.parametrize("work", [erase, move_log, back_up_at_start])
@pytest.mark.parametrize("is_late", [False, True], ids=["before", "while it is opened"])
def test_the_log_of_the_old_file_is_never_written_into_the_new_one(
    path: Path, newcomer: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Database], None], is_late: bool
) -> None:
    database = Database(path)
    played(database, *range(40))
    whole, connect = newcomer.read_bytes(), sqlite3.connect

    def replaced_first(*arguments: Any, **options: Any) -> sqlite3.Connection:
        if newcomer.exists():
            newcomer.replace(path)
        return connect(*arguments, **options)

    if is_late:
        monkeypatch.setattr(sqlite3, "connect", replaced_first)
    else:
        newcomer.replace(path)
    work(database)
    assert not newcomer.exists()
    assert path.read_bytes() == whole
    database.file._connection.close()
    assert not list(path.parent.glob("data-*.sqlite3")), "no backup of two files at once"
