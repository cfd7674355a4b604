import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.core.model import Reason
from game.core.tournament import Participant
from game.storage.database import Database
from game.storage.finished_games import GameKey, PlayedGame, Totals
from game.storage.players import Player
from game.storage.sqlite.migrations import MIGRATIONS, migrate, version
from game.storage.sqlite.open_database import open_database

GAME = PlayedGame("tiny", "line", (3, 2), 17, "Friday", 7, 1)
COMPUTER = Participant("Easy", "easy")


def created(database: Database, name: str) -> Player:
    player = database.players.create(name)
    assert isinstance(player, Player)
    return player


def test_windows_that_start_for_the_first_time_at_the_same_moment_all_have_the_database(tmp_path: Path) -> None:
    def opened(number: int) -> str:
        at_once.wait()
        connection, notice = open_database(tmp_path / str(number) / "stone_fair.db")
        connection.close()
        return notice

    for number in range(10):
        at_once = threading.Barrier(3)
        with ThreadPoolExecutor(3) as windows:
            assert list(windows.map(opened, [number] * 3)) == ["", "", ""]


# Players


def test_the_first_start_is_told_by_there_being_no_players(database: Database) -> None:
    assert database.players.all() == []
    assert database.players.current() is None
    assert database.file.notice == ""


def test_the_first_player_is_the_current_one_until_another_is_switched_to(database: Database) -> None:
    anna, ben = created(database, "Anna"), created(database, " Ben  Otto ")
    assert ben.name == "Ben Otto"
    assert database.players.current() == anna
    database.players.switch(ben.id)
    assert database.players.current() == ben
    database.players.switch(99)
    assert database.players.current() == ben


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "empty"), (" \n", "empty"), ("x" * 41, "too long"), ("ÄNNE", "taken"), ("A\u0308NNE", "taken")],
)
def test_a_name_that_cannot_be_is_refused(database: Database, name: str, code: str) -> None:
    created(database, "Änne")
    refused = database.players.create(name)
    assert isinstance(refused, Reason)
    assert refused.code == code
    assert len(database.players.all()) == 1


def test_a_player_may_change_the_name_and_is_still_found_by_the_old_one(database: Database) -> None:
    anna, ben = created(database, "Anna"), created(database, "Ben")
    renamed = database.players.rename(anna.id, "anne")
    assert isinstance(renamed, Player)
    assert (renamed.id, renamed.name) == (anna.id, "anne")
    assert database.players.find("ANNA") == renamed
    assert isinstance(database.players.rename(ben.id, "ANNE"), Reason)
    assert isinstance(database.players.rename(ben.id, "BEN"), Player)
    new = created(database, "Anna")
    assert database.players.find("Anna") == new


def test_everything_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "new" / "data.sqlite3"
    first = Database(path)
    anna = created(first, "Anna")
    first.games.add(anna, COMPUTER, "won", GAME)
    first.settings.set("music", False)
    first.file.close()
    second = Database(path)
    assert second.players.current() == anna
    assert second.games.totals(anna) == [Totals("tiny", 1, 1, 0, 0)]
    assert second.settings.get("music", True) is False
    second.file.close()


# Results


def test_a_game_is_entered_once(database: Database) -> None:
    anna = created(database, "Anna")
    assert database.games.add(anna, COMPUTER, "won", GAME)
    assert not database.games.add(anna, COMPUTER, "won", GAME)
    assert not database.games.add(anna, COMPUTER, "lost", GAME)
    assert database.games.totals(anna) == [Totals("tiny", 1, 1, 0, 0)]


def test_games_differ_by_number_seed_tournament_or_ruleset(database: Database) -> None:
    anna = created(database, "Anna")
    games = [GAME, replace(GAME, number=2), replace(GAME, seed=2**70), replace(GAME, tournament="Saturday")]
    assert all(database.games.add(anna, COMPUTER, "lost", game) for game in games)
    assert database.games.add(anna, COMPUTER, "drawn", replace(GAME, ruleset_id="other", scores=(None, None)))
    assert database.games.totals(anna) == [Totals("tiny", 4, 0, 0, 4), Totals("other", 1, 0, 1, 0)]


def test_people_are_counted_between_them_only(database: Database) -> None:
    anna, ben, eve = (created(database, name) for name in ("Anna", "Ben", "Eve"))
    assert database.games.add_meeting((ben, anna), ben, GAME)
    assert not database.games.add_meeting((ben, anna), ben, GAME)
    assert database.games.add_meeting((anna, ben), None, replace(GAME, number=2))
    assert database.games.add_meeting((anna, ben), anna, replace(GAME, number=3))
    assert database.games.add_meeting((eve, anna), anna, GAME)
    met = database.games.head_to_head(anna, ben)
    assert (met.wins, met.draws, met.losses) == (1, 1, 1)
    met = database.games.head_to_head(eve, anna)
    assert (met.wins, met.draws, met.losses) == (0, 0, 1)
    assert [(met.other.name, met.wins) for met in database.games.head_to_heads(anna)] == [("Ben", 1), ("Eve", 1)]
    assert database.games.head_to_heads(ben)[0].player == ben
    assert database.games.totals(anna) == []


# Settings


@settings(deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_a_setting_comes_back(value: object) -> None:
    database = Database(Path(":memory:"))
    database.settings.set("key", value)
    assert database.settings.get("key", value) == value
    database.file.close()


@pytest.mark.parametrize(("stored", "default", "found"), [("1", 2, 2), (1, True, True), (3, 0.5, 3.0), (True, 7, 7)])
def test_a_setting_of_another_type_counts_as_missing(
    database: Database, stored: object, default: object, found: object
) -> None:
    database.settings.set("key", stored)
    value = database.settings.get("key", default)
    assert (value, type(value)) == (found, type(found))
    assert database.settings.get("other", default) == default


def test_a_setting_that_was_spoiled_counts_as_missing(database: Database) -> None:
    database.settings.set("key", 1)
    database.file._connection.execute("UPDATE settings SET value = '{'")
    assert database.settings.get("key", 5) == 5


# The file


def test_steps_are_taken_in_order_and_each_once() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    first, second = ("CREATE TABLE a (x)",), ("INSERT INTO a VALUES (1)", "INSERT INTO a VALUES (2)")
    migrate(connection, (first,))
    assert version(connection) == 1
    migrate(connection, (first, second))
    migrate(connection, (first, second))
    assert version(connection) == 2
    assert connection.execute("SELECT COUNT(*) FROM a").fetchone() == (2,)
    connection.close()


def test_a_step_that_fails_is_not_taken_at_all() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (("CREATE TABLE a (x)", "nonsense"),))
    assert version(connection) == 0
    assert connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 4}")
    connection.close()
    before = path.read_bytes()
    database = Database(path)
    assert "the file is from a newer version of Stone Fair" in database.file.notice
    created(database, "Anna")
    database.file.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize("contents", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_file_is_kept_aside_and_a_new_one_begun(tmp_path: Path, contents: bytes) -> None:
    path = tmp_path / "data.sqlite3"
    for number in (1, 2):
        path.write_bytes(contents)
        database = Database(path)
        aside = tmp_path / f"data.sqlite3.damaged-{number}"
        assert f"It was renamed to {aside.name}, and a new file was created." in database.file.notice
        assert aside.read_bytes() == contents
        created(database, "Anna")
        database.file.close()
    again = Database(path)
    assert (again.file.notice, len(again.players.all())) == ("", 1)
    again.file.close()


def test_a_database_damaged_in_the_middle_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    database = Database(path)
    anna = created(database, "Anna")
    for number in range(200):
        database.games.add(anna, COMPUTER, "won", replace(GAME, number=number))
    database.file.close()
    contents = bytearray(path.read_bytes())
    contents[-8192:] = b"\x5a" * 8192
    path.write_bytes(contents)
    again = Database(path)
    assert "It was renamed to data.sqlite3.damaged-1" in again.file.notice
    again.file.close()


def test_a_database_whose_schema_is_damaged_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    Database(path).file.close()
    sound = path.read_bytes()
    set_aside = 0
    # The schema has pages of its own, somewhere in the file, since it outgrew the first one.
    for at in range(1000, len(sound), 750):
        damaged = sound[:at] + bytes([sound[at] ^ 0x80]) + sound[at + 1 :]
        path.write_bytes(damaged)
        again = Database(path)
        again.file.close()
        if again.file.notice:
            set_aside += 1
            assert (tmp_path / f"data.sqlite3.damaged-{set_aside}").read_bytes() == damaged
    assert set_aside > 0


def test_without_a_place_to_write_the_session_is_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "data.sqlite3", tmp_path):
        database = Database(path)
        assert "Players, results and settings will not be saved this time." in database.file.notice
        created(database, "Anna")
        assert database.players.current() is not None
        database.file.close()


def test_a_write_that_is_refused_is_told_once(database: Database) -> None:
    database.file._connection.execute(
        "CREATE TRIGGER no BEFORE INSERT ON players BEGIN SELECT RAISE(ABORT, 'not today'); END"
    )
    refused = database.players.create("Anna")
    assert isinstance(refused, Reason)
    assert "could not be written: not today" in refused.message
    write = database.file.write("INSERT INTO players (name, folded, created) VALUES ('Ben', 'ben', '')", ())
    assert not write.is_saved
    (told,) = database.file.failures()
    assert "could not be written: not today" in told
    assert database.file.failures() == []


@pytest.mark.parametrize(
    ("name", "words"), [("", "needs a name"), ("\t ", "needs a name"), ("x" * 41, "has 41 characters; the limit is 40")]
)
def test_a_name_that_nobody_can_have_is_refused_in_a_sentence(database: Database, name: str, words: str) -> None:
    assert words in (database.players.name_refusal(name) or "")


def test_the_name_of_somebody_who_is_a_player_already_can_be_a_friends(database: Database) -> None:
    database.players.create("Ben")
    assert database.players.name_refusal("Ben") is None
    assert database.players.name_refusal(f"  {'x' * 40} ") is None


def test_somebody_elsewhere_is_no_player_here_and_takes_nobodys_name(database: Database) -> None:
    here, there = database.players.create("Ben"), database.players.remote_person("Ben")
    assert isinstance(here, Player)
    assert there is not None
    assert here.id != there.id
    assert database.players.all() == [here]
    assert database.players.find("ben") == here
    assert database.players.remote_person("BEN") == there
    assert isinstance(database.players.create("Ben"), Reason), "one of this name plays here"
    database.players.switch(there.id)
    assert database.players.current() == here
    assert database.players.remote_person("") is None


def test_a_database_from_before_there_was_practice_keeps_its_games_and_they_count(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    old = sqlite3.connect(path, isolation_level=None)
    migrate(old, MIGRATIONS[:3])
    old.execute("INSERT INTO players (name, folded, created, current) VALUES ('Anna', 'anna', '', 1)")
    old.execute(
        "INSERT INTO results VALUES (1, 1, 'tiny', 'Easy', 'easy', 'won', 'line', 3, 2, 17,"
        " '2024-05-01T12:00:00+00:00', 'Friday', '7', 1)"
    )
    old.close()
    database = Database(path)
    assert database.file.notice == ""
    (anna,) = database.players.all()
    (game,) = database.games.against_computer(anna)
    assert (game.practice, database.games.totals(anna)) == ("", [Totals("tiny", 1, 1, 0, 0)])
    assert database.games.is_on_record(game.key, "a mark of today")
    assert not database.games.add(anna, COMPUTER, "won", GAME)
    assert database.games.ribbons(anna, "tiny") == frozenset()
    database.file.close()


#: The number of migrations before the one that gave the texts of games a table of their own.
_TEXTS_IN_GAMES = next(number for number, step in enumerate(MIGRATIONS) if "game_texts" in step[0])


@pytest.mark.parametrize("steps", range(3, _TEXTS_IN_GAMES + 1))
def test_a_database_of_any_earlier_version_keeps_the_texts_of_its_games(tmp_path: Path, steps: int) -> None:
    path = tmp_path / "old.sqlite3"
    old = sqlite3.connect(path, isolation_level=None)
    migrate(old, MIGRATIONS[:steps])
    row = "INSERT INTO games (ruleset, tournament, seed, game, text) VALUES ('tiny', 'Friday', '7', ?, ?)"
    old.executemany(row, [(number, f"game {number}" * 2_000) for number in range(20, 0, -1)])
    old.execute("DELETE FROM games WHERE game = 9")
    has_facts = any("facts_version" in statement for step in MIGRATIONS[:steps] for statement in step)
    if has_facts:
        old.execute("UPDATE games SET moves_mark = 'm' || game, facts_version = 3, facts = 'f' || game")
    old.close()
    database = Database(path)
    assert database.file.notice == ""
    for number in range(1, 21):
        text = None if number == 9 else f"game {number}" * 2_000
        assert database.games.text(GameKey("tiny", "Friday", 7, number)) == text
    facts = "SELECT moves_mark, facts_version, facts FROM games WHERE game = 5"
    assert database.file._connection.execute(facts).fetchone() == (("m5", 3, "f5") if has_facts else ("", 0, ""))
    database.games.save_text(GameKey("tiny", "Friday", 7, 9), "a game of today")
    assert database.games.text(GameKey("tiny", "Friday", 7, 9)) == "a game of today"
    assert database.file.failures() == []
    database.file.close()


def test_a_ribbon_is_earned_once(database: Database) -> None:
    anna = created(database, "Anna")
    assert [database.games.earn_ribbon(anna, "tiny", "small") for _ in range(2)] == [True, False]
    assert database.games.ribbons(anna, "tiny") == {"small"}
    assert database.games.ribbons(anna, "other") == frozenset()


def test_a_review_is_kept_by_the_mark_of_its_game_and_its_reader(tmp_path: Path) -> None:
    database = Database(tmp_path / "data.sqlite3")
    database.reviews.save("mark", "engine_full", "first")
    database.reviews.save("mark", "engine_full", "better")
    database.file.close()
    again = Database(tmp_path / "data.sqlite3")
    assert again.reviews.stored("mark", "engine_full") == "better"
    assert again.reviews.stored("mark", "somebody else") == again.reviews.stored("other", "engine_full") == ""


def test_of_too_many_reviews_those_that_were_made_first_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.finished_games.MOST_REVIEWS", 2)
    database = Database(tmp_path / "data.sqlite3")
    for mark in ("one", "two", "three"):
        database.reviews.save(mark, "engine_full", mark)
    assert [database.reviews.stored(mark, "engine_full") for mark in ("one", "two", "three")] == ["", "two", "three"]


def test_of_too_many_positions_those_that_were_used_longest_ago_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.positions.MOST_POSITIONS", 3)
    monkeypatch.setattr("game.storage.positions._TOGETHER", 1)
    days = count(1)
    monkeypatch.setattr("game.storage.positions.time.time", lambda: 100_000 * next(days))
    database = Database(tmp_path / "data.sqlite3")
    for key in (b"one", b"two"):
        database.positions.save(key, "text")
    assert database.positions.stored(b"one") == "text", "and it is used on another day"
    for key in (b"three", b"four"):
        database.positions.save(key, "text")
    assert [bool(database.positions.stored(key)) for key in (b"one", b"two", b"three", b"four")] == [
        True,
        False,
        True,
        True,
    ]
