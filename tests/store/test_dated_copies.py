"""Copies of the database from the last days: what is gone since is told, and none that holds more is thrown away."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

import pytest

from game.store.database import Database
from game.store.sqlite.dated_copies import keep_copy
from tests.store.test_database import COMPUTER, GAME, created


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("data-"))


def close_on(database: Database, day: int) -> None:
    keep_copy(database._connection, database.path, date(2026, 11, day))
    database._connection.close()


def test_every_day_of_use_leaves_one_copy_and_three_are_kept(tmp_path: Path) -> None:
    for day in (1, 1, 2, 5, 9):
        close_on(Database(tmp_path / "data.sqlite3"), day)
    assert copies(tmp_path) == ["data-2026-11-02.sqlite3", "data-2026-11-05.sqlite3", "data-2026-11-09.sqlite3"]


def test_a_database_that_lost_players_is_told_with_the_copy_that_holds_them(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    database = Database(path)
    database.record_game(created(database, "Anna"), COMPUTER, "won", GAME)
    close_on(database, 1)
    path.unlink()
    found = Database(path)
    assert "holds 0 players and 0 games; its copy data-2026-11-01.sqlite3 holds 1 and 1" in found.notice
    for day in (2, 3, 4, 5):
        close_on(found, day)
        found = Database(path)
    assert "data-2026-11-01.sqlite3" in copies(tmp_path), "the copy that holds more stays"
    assert "its copy data-2026-11-01.sqlite3 holds 1 and 1" in found.notice, "a poorer copy of a later day hides it not"
    (tmp_path / "data-2026-11-01.sqlite3").unlink()
    close_on(found, 6)
    assert Database(path).notice == ""


def test_closing_the_program_leaves_the_copy_that_the_notice_names_as_it_is(tmp_path: Path) -> None:
    path, copy = tmp_path / "data.sqlite3", tmp_path / "data-2026-11-01.sqlite3"
    database = Database(path)
    database.record_game(created(database, "Anna"), COMPUTER, "won", GAME)
    close_on(database, 1)
    whole = copy.read_bytes()
    path.unlink()
    for _start in (1, 2):
        found = Database(path)
        assert f"its copy {copy.name} holds 1 and 1" in found.notice
        close_on(found, 1)
    assert copy.read_bytes() == whole
    assert copies(tmp_path) == ["data-2026-11-01-2.sqlite3", copy.name]
    copy.replace(path)
    again = Database(path)
    assert [player.name for player in again.players()] == ["Anna"]
    close_on(again, 1)
    assert copy.exists()


def test_the_fullest_copy_is_named_when_a_damaged_database_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    database = Database(path)
    database.record_game(created(database, "Anna"), COMPUTER, "won", GAME)
    close_on(database, 1)
    path.write_bytes(b"no database at all, and long enough for a header " * 40)
    (tmp_path / "data-2026-11-02.sqlite3").write_bytes(b"damaged")
    found = Database(path)
    assert "a new one is begun." in found.notice
    assert "its copy data-2026-11-01.sqlite3 holds 1 and 1" in found.notice
    found.close()


def test_a_session_in_memory_leaves_no_copy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    database = Database(tmp_path / "file" / "data.sqlite3")
    database.close()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    database = Database(tmp_path / "data.sqlite3")
    database.close()
    database.close()
    assert len(copies(tmp_path)) == 1


@pytest.mark.parametrize(
    "damage",
    ["ALTER TABLE players RENAME COLUMN name TO nomen", "DROP TABLE results", "ALTER TABLE settings DROP COLUMN value"],
)
def test_a_database_without_all_its_tables_and_columns_is_kept_aside(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "data.sqlite3"
    Database(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    database = Database(path)
    assert "It is kept as data.sqlite3.damaged-1, and a new one is begun." in database.notice
    created(database, "Anna")
    database.close()


def test_values_that_somebody_spoiled_are_passed_over(tmp_path: Path) -> None:
    database = Database(tmp_path / "data.sqlite3")
    anna = created(database, "Anna")
    database.record_game(anna, COMPUTER, "won", GAME)
    database._connection.execute("UPDATE results SET seed = 'seven'")
    assert [game.key.seed for game in database.games(anna)] == [0]
    database._connection.execute("INSERT INTO settings VALUES ('deep', ?)", ("[" * 100_000,))
    assert database.setting("deep", 1) == 1
    database.close()
