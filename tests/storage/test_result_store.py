"""A result is on record when the database says so; until then it waits, and nothing freezes or is lost."""

import json
import sqlite3
import threading
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from game.core.tournament import Participant, Tournament
from game.storage.database import Database
from game.storage.files import NotNowError, StoreError
from game.storage.finished_games import Totals
from game.storage.result_store import WAITING, ResultStore, _parsed
from game.storage.results import is_on_record, retitle
from tests.storage.test_results import ANNA, BEN, COMPUTER, LEVEL, LONG, best_of_three, created, finished, save_result
from tests.storage.unwritable import full_disk, locked

BAD_LINE = f"One line of {WAITING} could not be read and was left unchanged."


def long_text(tournament: Tournament) -> Tournament:
    """The tournament, with a title that needs a page of its own."""
    tournament.title = "F" * 9000
    return tournament


def killed_while_locked(database: Database, *games: tuple[Tournament, int]) -> None:
    """Another window puts games on record while the database is locked, and is killed: the file has them alone."""
    with locked(database):
        window = Database(database.file.path)
        for tournament, index in games:
            ResultStore(window).save_result(tournament, index)
        window.file._queue.drop_stand_in()
        window.file._connection.close()


def waiting(database: Database) -> list[str]:
    path = database.file.path.with_name(WAITING)
    return path.read_text("utf-8").splitlines() if path.exists() else []


def test_results_that_cannot_be_written_wait_each_on_a_line_and_are_entered_later(database: Database) -> None:
    anna, result_store, tournament = created(database, "Anna"), ResultStore(database), finished(COMPUTER, ANNA)
    with locked(database):
        told = [sentence for index in (0, 1) for sentence in result_store.save_result(tournament, index).messages]
        assert len(told) == 2
        assert all("It is stored in" in sentence and "“Friday”, game" in sentence for sentence in told)
        assert result_store.is_on_record(tournament, 0)
        assert database.games.totals(anna) == [Totals("tiny", 2, 1, 0, 1)], "it counts in this session"
        assert [json.loads(line)["game"]["number"] for line in waiting(database)] == [1, 2]
        assert len(result_store.catch_up()) == 2
    assert result_store.catch_up() == [
        "The result of “Friday”, game 1, has now been recorded.",
        "The result of “Friday”, game 2, has now been recorded.",
    ]
    assert database.games.totals(anna) == [Totals("tiny", 2, 1, 0, 1)]
    assert waiting(database) == []
    assert result_store.catch_up() == []


def test_the_ladder_and_the_whole_game_come_along_with_a_result_that_waited(database: Database) -> None:
    anna, result_store, tournament = created(database, "Anna"), ResultStore(database), best_of_three(ANNA, LEVEL)
    killed_while_locked(database, (tournament, 1))
    assert database.games.beaten(anna, "tiny") == frozenset()
    result_store.catch_up()
    assert database.games.beaten(anna, "tiny") == {LEVEL.level}
    assert database.games.text(database.games.against_computer(anna)[0].key) is not None


def test_a_game_of_two_people_waits_too(database: Database) -> None:
    anna, result_store = created(database, "Anna"), ResultStore(database)
    with locked(database):
        result_store.save_result(finished(ANNA, BEN), 0)
    result_store.catch_up()
    ben = database.players.find("Ben")
    assert ben is not None
    assert database.games.head_to_head(anna, ben).wins == 1


def test_a_result_goes_to_who_was_at_the_machine_when_it_was_played(database: Database) -> None:
    anna, ben = created(database, "Anna"), created(database, "Ben")
    with locked(database):
        ResultStore(database).save_result(finished(Participant("Human"), COMPUTER), 0)
    database.players.switch(ben.id)
    ResultStore(database).catch_up()
    assert len(database.games.totals(anna)) == 1
    assert database.games.totals(ben) == []


def test_a_result_that_waited_is_never_that_of_somebody_else(tmp_path: Path) -> None:
    path, zoe = tmp_path / "stone-fair.sqlite3", Participant("Zoe")
    usual = Database(path)
    anna = created(usual, "Anna")
    usual.file.close()
    path.rename(tmp_path / "aside")
    path.mkdir()
    session = Database(path)
    created(session, "Zoe")
    ResultStore(session).save_result(best_of_three(zoe, LEVEL), 1)
    ResultStore(session).save_result(finished(Participant("Human"), COMPUTER), 0)
    session.file.close()
    path.rmdir()
    (tmp_path / "aside").rename(path)
    again = Database(path)
    ResultStore(again).catch_up()
    found = again.players.find("Zoe")
    assert found is not None
    assert again.games.against_computer(anna) == []
    assert len(again.games.against_computer(found)) == 2
    assert again.games.beaten(found, "tiny") == {LEVEL.level}
    assert again.players.current() == anna
    again.file.close()


def test_a_result_whose_player_can_have_no_name_goes_on_waiting(database: Database) -> None:
    anna, result_store = created(database, "Anna"), ResultStore(database)
    killed_while_locked(database, (finished(LONG, COMPUTER), 0))
    path = database.file.path.with_name(WAITING)
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "player": ""}), "utf-8")
    (told,) = result_store.catch_up()
    assert "is not recorded yet: The name has 50 characters" in told
    assert len(waiting(database)) == 1
    assert database.games.against_computer(anna) == []


def test_a_locked_database_holds_nobody_up(database: Database) -> None:
    created(database, "Anna")
    patience = database.file._connection.execute("PRAGMA busy_timeout").fetchone()[0]
    assert 0 < patience <= 50
    tries: list[str] = []
    database.file._connection.set_trace_callback(tries.append)
    with locked(database):
        for index in (0, 1):
            tries.clear()
            ResultStore(database).save_result(finished(COMPUTER, ANNA), index)
            assert [each for each in tries if not each.startswith(("SELECT", "PRAGMA"))] in ([], ["BEGIN IMMEDIATE"])


def test_a_disk_that_fills_half_way_leaves_nothing_of_the_game_in_the_file(database: Database) -> None:
    anna, tournament = created(database, "Anna"), best_of_three(ANNA, LEVEL)
    with sqlite3.connect(database.file.path) as other:
        rows = "SELECT (SELECT COUNT(*) FROM ladder) + (SELECT COUNT(*) FROM results) + (SELECT COUNT(*) FROM games)"
        with full_disk(database):
            (told,) = ResultStore(database).save_result(long_text(tournament), 1).messages
            assert "the disk is full" in told
            assert other.execute(rows).fetchone() == (0,)
            assert database.games.beaten(anna, "tiny") == {LEVEL.level}, "it counts in this session"
        ResultStore(database).catch_up()
        assert other.execute(rows).fetchone() == (3,)
    other.close()


def test_a_result_that_the_file_cannot_take_waits_in_the_queue_and_that_is_told(database: Database) -> None:
    anna, result_store = created(database, "Anna"), ResultStore(database)
    database.file.path.with_name(WAITING).mkdir()
    with locked(database):
        (told,) = result_store.save_result(finished(COMPUTER, ANNA), 0).messages
        assert told.endswith(
            "is not recorded yet: another program is using the file. Stone Fair will keep trying while it is open."
        )
    database.file.finish_writing(1.0)
    assert len(database.games.totals(anna)) == 1


def test_another_window_that_holds_the_file_neither_freezes_this_one_nor_makes_it_call_a_result_lost(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    def held(_path: Path, seconds: float = 2.0) -> AbstractContextManager[None]:
        waits.append(seconds)
        raise NotNowError("Another window holds it.")

    anna, result_store = created(database, "Anna"), ResultStore(database)
    monkeypatch.setattr("game.storage.result_store.hold_lock", held)
    with locked(database):
        (told,) = result_store.save_result(finished(COMPUTER, ANNA), 0).messages
        assert told.endswith("using the file. Stone Fair will keep trying while it is open.")
    database.file.finish_writing(1.0)
    assert len(database.games.totals(anna)) == 1
    result_store._take_out(["a line"])
    assert waits == [0.04, 0.04]


def test_a_result_that_is_refused_while_another_window_holds_the_file_is_told_as_lost(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(_path: Path, seconds: float) -> AbstractContextManager[None]:
        assert seconds > 1.0, "nothing else holds this game"
        raise NotNowError("Another window holds it.")

    created(database, "Anna")
    database.file._connection.execute(
        "CREATE TRIGGER no BEFORE INSERT ON results BEGIN SELECT RAISE(ABORT, 'not this one'); END"
    )
    monkeypatch.setattr("game.storage.result_store.hold_lock", held)
    with pytest.raises(StoreError, match=r"game 1, could not be recorded: Another window holds it\.$"):
        ResultStore(database).save_result(finished(COMPUTER, ANNA), 0)


def test_a_result_that_is_refused_and_cannot_wait_is_told(database: Database) -> None:
    created(database, "Anna")
    database.file.path.with_name(WAITING).mkdir()
    database.file._connection.execute(
        "CREATE TRIGGER no BEFORE INSERT ON results BEGIN SELECT RAISE(ABORT, 'not this one'); END"
    )
    with pytest.raises(StoreError, match="could not be recorded"):
        ResultStore(database).save_result(finished(COMPUTER, ANNA), 0)


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "7", '{"participants": []}', '{"game": 3}', "[" * 5000, "\x00", '"words"', "é"]
)
def test_a_line_that_is_no_result_is_told_and_stays(database: Database, line: str) -> None:
    anna, result_store, path = created(database, "Anna"), ResultStore(database), database.file.path.with_name(WAITING)
    killed_while_locked(database, (finished(COMPUTER, ANNA), 0))
    path.write_text(f"{line}\n{path.read_text('utf-8')}", "utf-8")
    told = result_store.catch_up()
    assert len(told) == (2 if line else 1)
    assert len(database.games.totals(anna)) == 1
    assert waiting(database) == ([line] if line else [])


@pytest.mark.parametrize(
    ("key", "value"),
    [("winner", 7), ("text", 3), ("player", None), ("participants", [1, 2]), ("more", 1)],
)
def test_a_result_with_a_spoiled_value_is_no_result(database: Database, key: str, value: object) -> None:
    created(database, "Anna")
    killed_while_locked(database, (finished(COMPUTER, ANNA), 0))
    path = database.file.path.with_name(WAITING)
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), key: value}), "utf-8")
    assert ResultStore(database).catch_up() == [BAD_LINE]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("moves", 10**30),
        ("number", 2**70),
        ("number", -(2**64)),
        ("scores", [2**63, 1]),
        ("seed", 10**41),
        ("termination", "\ud800"),
        ("tournament", "\udfff"),
    ],
)
def test_a_result_that_no_database_can_hold_is_told_and_stops_neither_the_start_nor_the_next_result(
    database: Database, key: str, value: object
) -> None:
    anna, result_store, path = created(database, "Anna"), ResultStore(database), database.file.path.with_name(WAITING)
    killed_while_locked(database, (finished(COMPUTER, ANNA), 0))
    data = json.loads(path.read_text("utf-8"))
    data["game"][key] = value
    path.write_text(json.dumps(data), "utf-8")
    assert result_store.catch_up() == [BAD_LINE]
    assert result_store.save_result(finished(COMPUTER, ANNA), 1).messages == ()
    assert [game.key.number for game in database.games.against_computer(anna)] == [2]


def test_a_result_that_the_database_refuses_holds_up_no_other_one(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, result_store, tournament = created(database, "Anna"), ResultStore(database), finished(COMPUTER, ANNA)
    killed_while_locked(database, (tournament, 0), (tournament, 1))
    database.file._connection.execute(
        "CREATE TRIGGER no BEFORE INSERT ON results WHEN NEW.game = 1 BEGIN SELECT RAISE(ABORT, 'not this one'); END"
    )
    entered, left = result_store.catch_up()
    assert entered == "The result of “Friday”, game 2, has now been recorded."
    assert "game 1, is not recorded yet" in left
    assert "not this one" in left
    assert result_store.save_result(finished(COMPUTER, ANNA, seed=8), 1).messages == ()
    assert [game.key.number for game in database.games.against_computer(anna)] == [2, 2]
    assert len(waiting(database)) == 1


def test_a_torn_last_line_takes_no_result_with_it(database: Database) -> None:
    anna, result_store, path = created(database, "Anna"), ResultStore(database), database.file.path.with_name(WAITING)
    torn = '{"participants": [{"name": "Ä'.encode()[:-1]
    path.write_bytes(torn)
    killed_while_locked(database, (finished(COMPUTER, ANNA), 0))
    assert len(result_store.catch_up()) == 2
    assert len(database.games.totals(anna)) == 1
    assert path.read_bytes() == torn + b"\n", "what cannot be read stays byte for byte"


def test_a_result_that_another_window_adds_while_one_is_taken_out_is_kept(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    created(database, "Anna")
    first, second = ResultStore(database), ResultStore(database)
    with locked(database):
        first.save_result(finished(COMPUTER, ANNA), 0)
    (line,) = waiting(database)
    read, adding = first._lines, threading.Thread(target=lambda: second._let_wait(_parsed(line), "", is_refused=True))

    def read_while_another_window_adds() -> list[str]:
        lines = read()
        adding.start()
        adding.join(0.3)
        return lines

    monkeypatch.setattr(first, "_lines", read_while_another_window_adds)
    first._take_out([line])
    adding.join()
    assert waiting(database) == [line]


def test_what_is_played_without_a_database_waits_for_it(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    without = Database(tmp_path / "data" / "stone-fair.sqlite3")
    assert not without.file.is_stored
    with pytest.raises(StoreError):
        ResultStore(without).save_result(finished(COMPUTER, ANNA), 0)
    without.file.close()
    newer = tmp_path / "stone-fair.sqlite3"
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    too_new = Database(newer)
    (told,) = ResultStore(too_new).save_result(finished(COMPUTER, ANNA), 0).messages
    assert "It is stored in" in told
    too_new.file.close()
    newer.unlink()
    opened = Database(newer)
    anna = created(opened, "Anna")
    assert ResultStore(opened).catch_up() == ["The result of “Friday”, game 1, has now been recorded."]
    assert len(opened.games.totals(anna)) == 1
    opened.file.close()


# A game is the same under any title


def killed_between(database: Database, tournament: Tournament, title: str) -> Tournament:
    """The tournament as its file still has it when the program is killed once its records are retitled."""
    old = tournament.title
    retitle(database, tournament, title)
    tournament.title = old
    return tournament


@pytest.mark.parametrize("participants", [(ANNA, COMPUTER), (ANNA, BEN)])
def test_a_program_killed_between_the_records_new_title_and_the_file_counts_no_game_twice(
    database: Database, participants: tuple[Participant, Participant]
) -> None:
    anna = created(database, "Anna")
    tournament = finished(*participants)
    save_result(database, tournament, 1)
    killed_between(database, tournament, "Saturday")
    assert is_on_record(database, tournament, 1)
    assert not save_result(database, tournament, 1)
    met = [game for other in database.games.head_to_heads(anna) for game in database.games.meetings(anna, other.other)]
    assert len([*database.games.against_computer(anna), *met]) == 1


def test_what_waits_is_tried_again_with_the_next_result(database: Database) -> None:
    anna, result_store, tournament = created(database, "Anna"), ResultStore(database), finished(COMPUTER, ANNA)
    killed_while_locked(database, (tournament, 0))
    assert result_store.save_result(tournament, 1).messages == (
        "The result of “Friday”, game 1, has now been recorded.",
    )
    assert [game.key.number for game in database.games.against_computer(anna)] == [1, 2]
