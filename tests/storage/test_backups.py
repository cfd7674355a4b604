"""Backups: made when something has changed, chosen by count, size and age; none that holds more is thrown away."""

from __future__ import annotations

import os
import resource
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.storage.database import Database
from game.storage.sqlite import backups
from game.storage.sqlite.backup_keeper import BackupKeeper
from tests.storage.test_database import COMPUTER, GAME, created

FIRST = date(2026, 11, 1)


def played(database: Database, *numbers: int) -> None:
    """Anna plays these games."""
    anna = database.players.find("Anna") or created(database, "Anna")
    for number in numbers:
        database.games.add(anna, COMPUTER, "won", replace(GAME, number=number))


def back_up(database: Database, day: date) -> Path | None:
    return database.file.backups.make(database.file._connection, day)


def days_played(database: Database, days: Iterable[date], first: int = 0) -> None:
    """A game on each day, and the backup of that day."""
    for number, day in enumerate(days, first):
        played(database, number)
        back_up(database, day)


def leave(database: Database) -> None:
    """The window is killed: nothing is made at its end."""
    database.file._connection.close()


def copies(database: Database) -> list[str]:
    return [each.path.name for each in database.file.backups.backups() if each.kind == "copy"]


def stored_by(path: Path) -> BackupKeeper:
    """The backup of a start."""
    database = Database(path)
    keeper = BackupKeeper(database.file)
    keeper.begin()
    keeper.wait(10)
    assert keeper.is_done()
    leave(database)
    return keeper


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.sqlite3"


def test_a_window_that_was_killed_has_made_a_backup_at_its_start(path: Path) -> None:
    database = Database(path)
    played(database, 1, 2)
    leave(database)
    assert stored_by(path).problem == ""
    assert len(Database(path).file.backups.backups()[0].holding.games) == 2


def test_a_database_that_has_not_changed_makes_no_further_backup(path: Path) -> None:
    for _session in range(3):
        database = Database(path)
        played(database, 1)
        back_up(database, FIRST)
        database.file.close()
    assert copies(Database(path)) == ["data-2026-11-01-0001.sqlite3"]


def test_a_change_of_a_setting_alone_is_backed_up_too(path: Path) -> None:
    database = Database(path)
    played(database, 1)
    back_up(database, FIRST)
    database.settings.set("theme", "night")
    assert back_up(database, FIRST) is not None


def test_a_backup_does_not_contain_the_positions_that_the_engine_can_search_again(path: Path) -> None:
    database = Database(path)
    played(database, 1)
    database.positions.save(b"key", "a long text" * 100_000)
    made = back_up(database, FIRST)
    assert made is not None
    assert made.stat().st_size < 500_000
    assert Database(made).positions.stored(b"key") == ""


def test_an_empty_database_makes_no_backup(path: Path) -> None:
    Database(path).file.close()
    assert Database(path).file.backups.backups() == []


def test_the_last_four_seven_days_and_three_months_stay(path: Path) -> None:
    database = Database(path)
    days_played(database, (FIRST + timedelta(days=at // 2) for at in range(200)))
    names = copies(database)
    days = [name[5:15] for name in names]
    assert names[:4] == [
        f"data-{day}-{number:04}.sqlite3" for day, number in zip(days, (200, 199, 198, 197), strict=False)
    ]
    assert sorted(set(days), reverse=True)[:7] == [str(FIRST + timedelta(days=99 - at)) for at in range(7)]
    assert {day[:7] for day in days} >= {"2027-02", "2027-01", "2026-12"}
    assert len(names) <= 14


def test_sessions_with_a_clock_in_the_future_do_not_end_daily_backups_nor_win_over_them(path: Path) -> None:
    database = Database(path)
    wrong = [date(2031, 1, day) for day in (1, 2, 3)]
    days_played(database, [*(FIRST + timedelta(days=at) for at in range(3)), *wrong])
    played(database, 100)
    assert back_up(database, date(2026, 11, 4)) == path.with_name("data-2026-11-04-0007.sqlite3")
    days_played(database, (date(2026, 11, 5) + timedelta(days=at) for at in range(8)), first=200)
    assert copies(database)[0].startswith("data-2026-11-")
    assert not any("2031" in name for name in copies(database)[:7])


def test_a_clock_that_stands_still_or_goes_back_leaves_the_newest_backups(path: Path) -> None:
    database = Database(path)
    days_played(database, [date(2026, 11, 9), date(2026, 11, 3), *[date(1970, 1, 1)] * 9])
    assert copies(database)[0] == "data-1970-01-01-0011.sqlite3"
    assert len(database.file.backups.backups()[0].holding.games) == 11


def test_a_backup_that_holds_more_is_neither_deleted_nor_written_over(path: Path) -> None:
    database = Database(path)
    played(database, *range(41))
    fullest = back_up(database, FIRST)
    assert fullest is not None
    whole = fullest.read_bytes()
    leave(database)
    path.unlink()
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    database = Database(path)
    days_played(database, (FIRST + timedelta(days=at) for at in range(30)))
    assert fullest.read_bytes() == whole


def test_the_backups_together_stay_below_the_limit(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(path)
    played(database, 1)
    first = back_up(database, FIRST)
    assert first is not None
    monkeypatch.setattr(backups, "MOST_BYTES", 3 * first.stat().st_size + 5000)
    days_played(database, (FIRST + timedelta(days=at) for at in range(9)))
    assert len(copies(database)) == 3


def test_the_newest_backup_stays_however_large_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "MOST_BYTES", 10)
    database = Database(path)
    days_played(database, (FIRST + timedelta(days=at) for at in range(3)))
    assert copies(database) == ["data-2026-11-03-0003.sqlite3"]


def test_backups_of_earlier_versions_count_as_older_than_numbered_ones(path: Path) -> None:
    database = Database(path)
    days_played(database, [FIRST])
    made = path.with_name("data-2026-11-01-0001.sqlite3")
    for name in ("data-2026-11-08.sqlite3", "data-2026-11-08-2.sqlite3"):
        path.with_name(name).write_bytes(made.read_bytes())
    assert copies(database)[0] == made.name
    played(database, 7)
    assert back_up(database, FIRST) == path.with_name("data-2026-11-01-0002.sqlite3")


def test_a_window_that_was_killed_while_copying_leaves_nothing_for_long(path: Path) -> None:
    database = Database(path)
    played(database, 1)
    old = time.time() - 7200
    for ending in ("", "-journal"):
        left = path.with_name(f".99999999-0123abcd.writing{ending}")
        left.write_bytes(b"half a copy")
        os.utime(left, (old, old))
    leave(database)
    stored_by(path)
    assert not list(path.parent.glob("*.writing*"))


def test_a_copy_that_another_window_is_just_writing_is_left_alone(path: Path) -> None:
    database = Database(path)
    played(database, 1)
    code = (
        "import sys, pathlib; from game.storage.sqlite.private_files import temporary_sibling as made; "
        "print(made(pathlib.Path(sys.argv[1])))"
    )
    written = Path(subprocess.check_output([sys.executable, "-c", code, str(path)], text=True).strip())
    leave(database)
    stored_by(path)
    assert written.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no mode there")
def test_database_log_and_backups_are_private_from_the_first_byte(path: Path) -> None:
    before = os.umask(0)
    try:
        database = Database(path)
        played(database, 1)
        back_up(database, FIRST)
        path.with_name("data-2026-10-01.sqlite3").write_bytes(
            path.with_name("data-2026-11-01-0001.sqlite3").read_bytes()
        )
        stored_by(path)
    finally:
        os.umask(before)
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    assert set(modes.values()) == {0o600}, modes
    assert {"data.sqlite3", "data.sqlite3-wal", "data-2026-11-01-0001.sqlite3"} <= set(modes)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limits there")
def test_a_disk_that_takes_no_backup_is_told_and_leaves_no_half_one(path: Path) -> None:
    database = Database(path)
    played(database, *range(9))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        keeper = BackupKeeper(database.file)
        keeper.begin()
        keeper.wait(10)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert keeper.problem.startswith("data.sqlite3 could not be backed up: ")
    assert [each.name for each in path.parent.iterdir() if "data-" in each.name or "writing" in each.name] == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("error", "words"),
    [(MemoryError(), "could not be backed up: there is not enough memory."), (ValueError("?"), "ValueError")],
)
def test_a_backup_that_ends_with_any_error_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def fail(*_arguments: object) -> None:
        raise error

    database = Database(path)
    monkeypatch.setattr(database.file.backups, "make", fail)
    keeper = BackupKeeper(database.file)
    keeper.begin()
    keeper.wait(10)
    assert words in keeper.problem
    leave(database)


def test_a_game_that_only_a_backup_holds_is_offered_also_beside_a_database_with_more_games(path: Path) -> None:
    database = Database(path)
    played(database, 1, 2)
    database.file.close()
    path.unlink()
    database = Database(path)
    played(database, *range(5, 20))
    leave(database)
    offer = stored_by(path).offer
    assert offer is not None
    assert (len(offer.backup.holding.games), len(offer.here.games)) == (2, 15)


def test_a_backup_that_the_player_passed_over_is_not_offered_again(path: Path) -> None:
    database = Database(path)
    played(database, 1)
    database.file.close()
    path.unlink()
    database = Database(path)
    keeper = BackupKeeper(database.file)
    keeper.begin(["data-" + f"{date.today()}-0001.sqlite3"])
    keeper.wait(10)
    assert keeper.is_done()
    assert keeper.offer is None


def test_nothing_is_offered_beside_a_database_that_has_everything(path: Path) -> None:
    database = Database(path)
    days_played(database, [FIRST])
    played(database, 5)
    leave(database)
    assert stored_by(path).offer is None


def test_a_damaged_backup_is_left_out(path: Path) -> None:
    database = Database(path)
    days_played(database, [FIRST])
    path.with_name("data-2026-11-01-0002.sqlite3").write_bytes(b"damaged")
    assert copies(database) == ["data-2026-11-01-0001.sqlite3"]
    played(database, 5)
    assert back_up(database, FIRST) == path.with_name("data-2026-11-01-0003.sqlite3"), "a name that is taken is left"


def test_a_session_in_memory_leaves_no_copy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    database = Database(tmp_path / "file" / "data.sqlite3")
    database.file.close()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_closing_twice_is_closing_once(path: Path) -> None:
    database = Database(path)
    played(database, 1)
    database.file.close()
    database.file.close()
    assert len(copies(Database(path))) == 1


def test_a_home_whose_bytes_are_no_text_has_backups_too(tmp_path: Path) -> None:
    home = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe"))
    path = home / "data.sqlite3"
    database = Database(path)
    played(database, 1)
    database.settings.set("folder", str(home))
    assert database.settings.get("folder", "") == str(home)
    database.file.close()
    assert stored_by(path).problem == ""
    assert len(Database(path).file.backups.backups()) == 1


@pytest.mark.parametrize(
    "damage",
    ["ALTER TABLE players RENAME COLUMN name TO nomen", "DROP TABLE results", "ALTER TABLE settings DROP COLUMN value"],
)
def test_a_database_without_all_its_tables_and_columns_is_kept_aside(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "data.sqlite3"
    Database(path).file.close()
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    database = Database(path)
    assert "It was renamed to data.sqlite3.damaged-1, and a new file was created." in database.file.notice
    created(database, "Anna")
    database.file.close()


def test_values_that_somebody_spoiled_are_passed_over(tmp_path: Path) -> None:
    database = Database(tmp_path / "data.sqlite3")
    anna = created(database, "Anna")
    database.games.add(anna, COMPUTER, "won", GAME)
    database.file._connection.execute("UPDATE results SET seed = 'seven'")
    assert [game.key.seed for game in database.games.against_computer(anna)] == [0]
    database.file._connection.execute("INSERT INTO settings VALUES ('deep', ?)", ("[" * 100_000,))
    assert database.settings.get("deep", 1) == 1
    database.file.close()
