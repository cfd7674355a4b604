"""A write that cannot be made waits, is seen by every read meanwhile, and is made later in its order."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.rating import Rating
from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.finished_games import GameKey
from game.storage.learning.mistakes import Mistake
from game.storage.players import Player
from game.storage.puzzles.tries import DailyPuzzleResult, PuzzleTry
from game.storage.sqlite import checkpoints, write_queue
from tests.storage.test_database import COMPUTER, GAME, created
from tests.storage.unwritable import full_disk, locked
from tools.imports import ROOT

#: Tries that fail have a pause between them; tests wait for no longer than this.
_SOON = 5.0


def in_the_file(database: Database, query: str) -> list[tuple[object, ...]]:
    """What another program finds in the file."""
    with closing(sqlite3.connect(database.file.path)) as other:
        return other.execute(query).fetchall()


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def a_mistake() -> Mistake:
    return Mistake("mark", 3, "tiny", {}, "position", ("a1",), "readings", 0.5, "opening", "Pip")


def a_try(riddle: str = "one") -> PuzzleTry:
    return PuzzleTry("tiny", riddle, "vcf", 1.0, 0, 2.5, Rating(1000.0, 180.0), Rating(900.0, 110.0))


#: Every kind of write, and a read that knows it.
WRITES: dict[str, tuple[Callable[[Database, Player], object], Callable[[Database, Player], object]]] = {
    "setting": (lambda data, _: data.settings.set("key", 7), lambda data, _: data.settings.get("key", 0)),
    "face": (lambda data, anna: data.players.set_face(anna.id, "owl"), lambda data, _: data.players.all()[0].face),
    "player": (lambda data, _: data.players.create("Zoe"), lambda data, _: len(data.players.all())),
    "rename": (lambda data, anna: data.players.rename(anna.id, "Ann"), lambda data, _: data.players.all()[0].name),
    "remove": (
        lambda data, _: data.players.remove(data.players.all()[1].id),
        lambda data, _: [player.name for player in data.players.all()],
    ),
    "switch": (lambda data, _: data.players.switch(data.players.all()[1].id), lambda data, _: data.players.current()),
    "game": (
        lambda data, anna: data.games.add(anna, COMPUTER, "won", GAME),
        lambda data, anna: data.games.totals(anna),
    ),
    "ladder": (
        lambda data, anna: data.games.set_beaten(anna, "tiny", "easy"),
        lambda data, anna: data.games.beaten(anna, "tiny"),
    ),
    "ribbon": (
        lambda data, anna: data.games.earn_ribbon(anna, "tiny", "odd"),
        lambda data, anna: data.games.ribbons(anna, "tiny"),
    ),
    "try": (
        lambda data, anna: data.puzzles.save_try(anna, a_try()),
        lambda data, anna: data.puzzles.tries(anna, "tiny"),
    ),
    "day": (
        lambda data, anna: data.puzzles.save_day(anna, DailyPuzzleResult("tiny", "2026-11-24", 1.0, "2026-11-24")),
        lambda data, anna: data.puzzles.daily_results(anna),
    ),
    "run": (
        lambda data, anna: data.puzzles.save_run(anna, "tiny", 9),
        lambda data, anna: data.puzzles.best_run(anna, "tiny"),
    ),
    "review": (
        lambda data, _: data.reviews.save("m", "hard", "text"),
        lambda data, _: data.reviews.stored("m", "hard"),
    ),
    "mistakes": (
        lambda data, anna: data.mistakes.save(anna, "mark", [a_mistake()], {3}),
        lambda data, anna: [(each.mark, each.ply) for each in data.mistakes.all(anna)],
    ),
}


@pytest.mark.parametrize("kind", WRITES)
def test_a_write_of_any_kind_is_read_while_it_waits_and_in_the_file_later(database: Database, kind: str) -> None:
    write, read = WRITES[kind]
    anna = created(database, "Anna")
    created(database, "Ben")
    before = read(database, anna)
    with locked(database):
        write(database, anna)
        assert database.file.trouble == "Not saved yet: another program is using the file. Trying again…"
        meanwhile = read(database, anna)
        assert meanwhile != before
    database.file.finish_writing(_SOON)
    assert database.file.trouble == ""
    assert database.file.failures() == []
    assert read(database, anna) == meanwhile
    database.file.close()
    again = Database(database.file.path)
    with closing(again.file):
        assert read(again, anna) == meanwhile


def test_a_searched_position_is_not_saved_while_another_write_waits(database: Database) -> None:
    with locked(database):
        database.settings.set("key", 1)
        database.positions.save(b"key", "text")
    database.file.finish_writing(_SOON)
    assert database.positions.stored(b"key") == ""
    assert database.file.failures() == []


def test_a_searched_position_that_had_to_wait_is_in_the_file_later(database: Database) -> None:
    with locked(database):
        database.positions.save(b"key", "text")
    database.file.finish_writing(_SOON)
    assert database.positions.stored(b"key") == "text"


def test_a_lock_of_a_moment_is_waited_for_and_nothing_is_queued(database: Database) -> None:
    patience = database.file._connection.execute("PRAGMA busy_timeout").fetchone()[0]
    assert 0 < patience <= 50
    assert database.settings.set("key", 1).is_saved


def test_a_write_says_when_it_is_saved(database: Database) -> None:
    with locked(database):
        write = database.settings.set("key", 1)
        database.file.retry()
        assert (write.changed, write.is_saved) == (True, False)
    database.file.finish_writing(_SOON)
    assert write.is_saved


def test_a_write_to_a_database_in_memory_never_counts_as_saved(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    database = Database(tmp_path / "data" / "stone-fair.sqlite3")
    with closing(database.file):
        assert not database.settings.set("key", 1).is_saved
        assert database.settings.get("key", 0) == 1
        assert database.file.trouble == ""


def test_what_a_full_disk_prevents_is_written_when_there_is_room(database: Database) -> None:
    long = "x" * 20_000
    with full_disk(database):
        write = database.settings.set("long", long)
        assert database.file.trouble == "Not saved yet: the disk is full. Trying again…"
        assert database.file.unsaved == "1 change could not be saved: the disk is full."
        assert database.settings.get("long", "") == long
        database.file.finish_writing(0.0)
        assert not write.is_saved
    database.file.finish_writing(_SOON)
    assert write.is_saved
    assert database.settings.get("long", "") == long


def test_a_write_behind_one_that_waits_waits_too_so_that_the_order_stays(database: Database) -> None:
    with full_disk(database):
        database.settings.set("key", "x" * 20_000)
        last = database.settings.set("key", "short")
        assert not last.is_saved, "there would be room for it"
        assert in_the_file(database, "SELECT * FROM settings") == []
    database.file.finish_writing(_SOON)
    assert database.settings.get("key", "") == "short"


def test_a_transaction_that_waits_is_written_whole_or_not_at_all(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = created(database, "Anna")
    with locked(database), database.file.together():
        assert database.games.set_beaten(anna, "tiny", "easy")
        assert database.games.earn_ribbon(anna, "tiny", "odd")
        assert database.games.ribbons(anna, "tiny") == {"odd"}
    rows = "SELECT (SELECT COUNT(*) FROM ladder), (SELECT COUNT(*) FROM ribbons)"
    database.file._connection.set_authorizer(
        lambda action, table, *_: sqlite3.SQLITE_DENY if (action, table) == (sqlite3.SQLITE_INSERT, "ribbons") else 0
    )
    database.file.finish_writing(0.0)
    assert in_the_file(database, rows) == [(0, 0)]
    database.file._connection.set_authorizer(None)


def test_a_transaction_whose_second_write_finds_the_disk_full_goes_on_and_waits(database: Database) -> None:
    anna = created(database, "Anna")
    with full_disk(database):
        with database.file.together():
            assert database.games.set_beaten(anna, "tiny", "easy")
            database.settings.set("long", "x" * 20_000)
            assert database.games.beaten(anna, "tiny") == {"easy"}
        assert in_the_file(database, "SELECT COUNT(*) FROM ladder") == [(0,)]
        assert database.games.beaten(anna, "tiny") == {"easy"}
    database.file.finish_writing(_SOON)
    assert in_the_file(database, "SELECT COUNT(*) FROM ladder") == [(1,)]
    assert len(database.settings.get("long", "")) == 20_000


def progress_and_lose(database: Database, player: Player) -> None:
    """A transaction whose last write the database refuses."""
    with database.file.together():
        database.games.set_beaten(player, "tiny", "easy")
        database.games.add(player, COMPUTER, "lucky", GAME)


def test_an_error_in_a_transaction_that_would_wait_leaves_nothing_of_it(database: Database) -> None:
    anna = created(database, "Anna")
    with locked(database):
        with pytest.raises(StoreError):
            progress_and_lose(database, anna)
        assert database.games.beaten(anna, "tiny") == frozenset()
    assert database.file.trouble == ""


def test_a_write_that_the_file_refuses_later_is_told_and_holds_up_no_other_one(database: Database) -> None:
    anna = created(database, "Anna")
    with locked(database):
        refused, kept = database.puzzles.save_run(anna, "tiny", 5), database.settings.set("key", 1)
    database.file._connection.execute(
        "CREATE TRIGGER no BEFORE INSERT ON riddle_runs BEGIN SELECT RAISE(ABORT, 'not today'); END"
    )
    database.file.finish_writing(_SOON)
    assert (refused.is_saved, kept.is_saved) == (False, True)
    (told,) = database.file.failures()
    assert "could not be written: not today" in told
    assert database.puzzles.best_run(anna, "tiny") == 0


def test_a_write_that_can_never_be_made_is_told_at_once_and_does_not_wait(database: Database) -> None:
    write = database.file.write("INSERT INTO nowhere VALUES (1)", ())
    assert not write.is_saved
    assert database.file.trouble == ""
    assert "could not be written: no such table: nowhere" in database.file.failures()[0]
    assert database.settings.set("key", 1).is_saved


def test_a_player_who_waits_never_becomes_one_of_another_window(database: Database) -> None:
    created(database, "Anna")
    window = Database(database.file.path)
    with closing(window.file):
        with locked(database):
            zoe = created(database, "Zoe")
            database.puzzles.save_run(zoe, "tiny", 5)
        ben = created(window, "Ben")
        database.file.finish_writing(_SOON)
        assert database.puzzles.best_run(ben, "tiny") == 0
        assert database.puzzles.best_run(zoe, "tiny") == 5
        assert [player.name for player in window.players.all()] == ["Anna", "Ben", "Zoe"]


def test_of_too_many_waiting_writes_the_further_ones_are_told_as_lost(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_queue, "MOST_WAITING", 2)
    with locked(database):
        writes = [database.settings.set(str(number), number) for number in range(3)]
        (told,) = database.file.failures()
        assert "could not be written: another program is using the file" in told
    database.file.finish_writing(_SOON)
    assert [write.is_saved for write in writes] == [True, True, False]


def test_a_try_to_write_again_does_not_hold_the_window_up(database: Database) -> None:
    with locked(database):
        for number in range(300):
            database.settings.set(str(number), "x" * 500)
        tries: list[str] = []
        database.file._connection.set_trace_callback(tries.append)
        time.sleep(0.06)
        database.file.retry()
        database.file.retry()
        database.file._connection.set_trace_callback(None)
        assert tries[0] == "PRAGMA busy_timeout = 0", "it does not wait for the other program"
        assert sum(each.startswith("INSERT") for each in tries) == 1, "there is a pause between two tries"
    assert database.file._connection.execute("PRAGMA busy_timeout").fetchone()[0] == 20


def test_a_write_waits_also_where_the_file_cannot_be_opened_a_second_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_values: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    anna = created(database, "Anna")
    monkeypatch.setattr(write_queue, "StandIn", unreadable)
    with locked(database):
        database.settings.set("key", 1)
        with database.file.together():
            database.games.set_beaten(anna, "tiny", "easy")
        assert database.settings.get("key", 0) == 0, "it is not known, and nothing fails"
    monkeypatch.undo()
    database.file.finish_writing(_SOON)
    assert (database.settings.get("key", 0), set(database.games.beaten(anna, "tiny"))) == (1, {"easy"})


def without_log(database: Database) -> None:
    """Some file systems know no write-ahead log: a program that writes there keeps the others from reading."""
    assert database.file._connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)


@contextmanager
def locked_for_reading(database: Database) -> Iterator[None]:
    with closing(sqlite3.connect(database.file.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.rollback()


def test_a_write_waits_also_where_the_file_cannot_even_be_read(database: Database) -> None:
    anna = created(database, "Anna")
    without_log(database)
    with locked_for_reading(database):
        writes = [database.settings.set("key", 1), database.settings.set("key", 2)]
        with database.file.together():
            database.games.set_beaten(anna, "tiny", "easy")
        assert database.file.trouble == "Not saved yet: another program is using the file. Trying again…"
        assert database.file.failures() == []
    assert database.settings.get("key", 0) == 2, "read before it is written"
    assert database.games.beaten(anna, "tiny") == {"easy"}
    database.file.finish_writing(_SOON)
    assert [write.is_saved for write in writes] == [True, True]
    assert in_the_file(database, "SELECT value FROM settings") == [("2",)]
    assert in_the_file(database, "SELECT COUNT(*) FROM ladder") == [(1,)]


def test_a_transaction_waits_whole_where_the_file_can_no_longer_be_read_in_its_middle(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Busy(write_queue.StandIn):
        def execute(self, statement: str, values: object = ()) -> sqlite3.Cursor:
            if "ribbons" in statement:
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(statement, values)  # type: ignore[arg-type]

    anna = created(database, "Anna")
    monkeypatch.setattr(write_queue, "StandIn", Busy)
    with locked(database), database.file.together():
        database.games.set_beaten(anna, "tiny", "easy")
        database.games.earn_ribbon(anna, "tiny", "odd")
    monkeypatch.undo()
    assert database.games.ribbons(anna, "tiny") == {"odd"}, "read before it is written"
    database.file.finish_writing(_SOON)
    assert in_the_file(database, "SELECT (SELECT COUNT(*) FROM ladder), (SELECT COUNT(*) FROM ribbons)") == [(1, 1)]


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_what_waits_is_never_read_from_a_file_that_another_program_put_there(database: Database) -> None:
    theirs = Database(database.file.path.with_name("theirs.sqlite3"))
    with closing(theirs.file):
        theirs.settings.set("theirs", 1)
    without_log(database)
    with locked(database):
        database.settings.set("key", 1)
        database.file._queue.drop_stand_in()
        theirs.file.path.replace(database.file.path)
        assert database.settings.get("theirs", 0) == 0


def test_only_the_tables_that_are_written_are_copied_while_writes_wait(database: Database) -> None:
    anna = created(database, "Anna")
    database.reviews.save("mark", "hard", "text")
    with locked(database):
        database.games.add(anna, COMPUTER, "won", GAME)
        stand_in = database.file._queue._ready_stand_in()
        assert stand_in is not None
        copied = stand_in.execute("SELECT name FROM sqlite_temp_master WHERE type = 'table' ORDER BY name").fetchall()
        assert copied == [("players",), ("results",)]
        assert database.reviews.stored("mark", "hard") == "text"


def test_the_texts_of_games_are_not_copied_while_writes_wait_and_are_read(database: Database) -> None:
    anna, long = created(database, "Anna"), "x" * 20_000
    keys = [GameKey("tiny", "Friday", 7, number) for number in range(50)]
    for key in keys[:-1]:
        database.games.save_text(key, f"{key.number} {long}")
    with locked(database):
        database.games.add(anna, COMPUTER, "won", GAME)
        database.games.save_text(keys[-1], "the last one")
        database.games.save_text(keys[0], "a second text")
        database.games.retitle(keys[1], "Saturday")
        database.figures.save_facts(keys[2], "mark", 1, "facts")
        retitled = replace(keys[1], tournament="Saturday")
        expected = {key: f"{key.number} {long}" for key in (keys[0], retitled, keys[2])} | {keys[-1]: "the last one"}
        assert {key: database.games.text(key) for key in expected} == expected
        stand_in = database.file._queue._ready_stand_in()
        assert stand_in is not None
        size = stand_in.execute("PRAGMA temp.page_size").fetchone()[0]
        assert stand_in.execute("PRAGMA temp.page_count").fetchone()[0] * size < 10 * len(long)
    database.file.finish_writing(_SOON)
    assert {key: database.games.text(key) for key in expected} == expected
    assert in_the_file(database, "SELECT COUNT(*) FROM game_texts") == [(50,)], "the second text is not kept"
    assert in_the_file(database, "SELECT COUNT(*) FROM games JOIN game_texts ON id = text_id") == [(50,)]


def test_a_program_that_ends_saves_what_waits_and_says_what_it_could_not_save(tmp_path: Path) -> None:
    database = Database(tmp_path / "data.sqlite3")
    with locked(database):
        database.settings.set("key", 1)
    assert database.file.close() == ""
    again = Database(tmp_path / "data.sqlite3")
    assert again.settings.get("key", 0) == 1
    again.file._connection.execute("PRAGMA max_page_count = 1")
    again.settings.set("long", "x" * 20_000)
    again.settings.set("short", 1)
    assert again.file.close() == "2 changes could not be saved: the disk is full."


_KILLED = """
import os, sqlite3, sys
from pathlib import Path
from game.storage.database import Database
database = Database(Path(sys.argv[1]))
for number in range(20):
    if number == 12:
        other = sqlite3.connect(sys.argv[1], isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
    write = database.settings.set(str(number), number)
    print(number, write.is_saved, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(not hasattr(os, "kill") or sys.platform == "win32", reason="a signal of Unix")
def test_a_killed_program_loses_only_what_it_never_called_saved(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    done = subprocess.run(
        [sys.executable, "-c", _KILLED, str(path)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    told = dict(line.split() for line in done.stdout.splitlines())
    assert list(told.values()) == ["True"] * 12 + ["False"] * 8, done.stderr
    again = Database(path)
    with closing(again.file):
        assert {key for key in told if again.settings.get(key, -1) >= 0} == {key for key in told if told[key] == "True"}


def _one_of(rng: random.Random, data: Database, number: int) -> None:
    players = data.players.all()
    player = rng.choice(players) if players else created(data, "First")
    match rng.randrange(9):
        case 0:
            data.settings.set(f"key{rng.randrange(5)}", number)
        case 1:
            data.puzzles.save_run(player, "tiny", number)
        case 2:
            data.puzzles.save_try(player, a_try(f"riddle {rng.randrange(20)}"))
        case 3:
            data.puzzles.save_day(
                player, DailyPuzzleResult("tiny", f"2026-11-{1 + rng.randrange(28):02}", 1.0, "2026-11-30")
            )
        case 4:
            data.players.set_face(player.id, rng.choice(["owl", "fox"]))
        case 5:
            data.reviews.save(f"mark {rng.randrange(9)}", "hard", "text" * rng.randrange(2000))
        case 6:
            data.mistakes.save(player, "mark", [a_mistake()][: rng.randrange(2)], {3})
        case 7:
            with data.file.together():
                if data.games.set_beaten(player, "tiny", f"level {rng.randrange(9)}"):
                    data.games.earn_ribbon(player, "tiny", f"ribbon {number}")
        case _:
            data.players.rename(player.id, f"Name {number}")


@pytest.mark.parametrize("seed", range(8))
def test_after_any_failures_the_database_is_as_without_them(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same writes, once undisturbed and once with locks and full disks at random, and with reads between them."""
    for module in ("players", "finished_games", "learning.mistakes", "puzzles.tries"):
        monkeypatch.setattr(f"game.storage.{module}.now", lambda: "2026-11-26T12:00:00+00:00")
    sound, troubled = Database(tmp_path / "sound.sqlite3"), Database(tmp_path / "troubled.sqlite3")
    created(sound, "Anna"), created(sound, "Ben")
    created(troubled, "Anna"), created(troubled, "Ben")
    rng, luck = [random.Random(seed), random.Random(seed)], random.Random(-seed)
    other = sqlite3.connect(troubled.file.path, isolation_level=None)
    for number in range(120):
        if luck.random() < 0.15:
            if other.in_transaction:
                other.rollback()
            elif not troubled.file.trouble or luck.random() < 0.5:
                with suppress_busy():
                    other.execute("BEGIN IMMEDIATE")
        is_full = luck.random() < 0.1
        if is_full:
            pages = troubled.file._connection.execute("PRAGMA page_count").fetchone()[0]
            troubled.file._connection.execute(f"PRAGMA max_page_count = {pages}")
        _one_of(rng[0], sound, number)
        _one_of(rng[1], troubled, number)
        assert sound.players.all() == troubled.players.all()
        assert [sound.settings.get(f"key{key}", 0) for key in range(5)] == [
            troubled.settings.get(f"key{key}", 0) for key in range(5)
        ]
        if is_full:
            troubled.file._connection.execute("PRAGMA max_page_count = 1073741823")
        if luck.random() < 0.3:
            troubled.file._queue.finish(0.0)
    other.close()
    troubled.file.finish_writing(_SOON)
    assert troubled.file.failures() == []
    sound.file.close(), troubled.file.close()
    assert content(troubled.file.path) == content(sound.file.path)


@contextmanager
def suppress_busy() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError:
        return


def test_the_window_waits_for_no_checkpoint(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "_WRITES", 200)
    assert database.file._connection.execute("PRAGMA wal_autocheckpoint").fetchone()[0] == 0
    for number in range(600):
        database.settings.set(str(number), "x" * 2000)
    database.file._checkpoints.finish()
    # The file cannot be read without its log: a checkpoint beside a writer leaves out pages that the log has newer.
    assert database.file.path.stat().st_size > 100 * 2000
