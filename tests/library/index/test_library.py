"""The library: what it reads, what it finds, and what becomes of it when files change or its index is damaged."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError, parse_move
from game.library.formats.opened_file import OpenedFile
from game.library.index import sources, updating
from game.library.index.found_study import study_of_found, tournament_of_study
from game.library.index.index_file import open_index
from game.library.index.indexed_game import IndexedGame, Result, parse_day, search_words
from game.library.index.library import Library
from game.library.index.position_key import key_of
from game.library.index.search import Asked, FoundGame, Query
from game.library.index.sources import Source, SourceReader
from game.library.study.study import study_of_game
from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.result_store import ResultStore
from game.ui.analysis.board.result_texts import opening_text
from tools.pilot.libraries import (
    GAMES,
    GOMOKU,
    SHORT,
    found,
    library_in,
    names,
    save,
    tournament,
    updated,
    wait_until,
)


@pytest.fixture
def library(tmp_path: Path):
    made = library_in(tmp_path)
    yield made
    made.close()


def position(moves: str, ruleset=GOMOKU) -> int:
    """The key of the position after some moves."""
    match = tournament("", ruleset=ruleset).games[0].match
    for word in moves.split():
        assert not isinstance(match.play(parse_move(ruleset.info, match.state, word)), Reason)
    return key_of(ruleset, match.state)


def test_a_library_without_a_game_is_empty_and_has_no_problem(library: Library) -> None:
    assert found(updated(library)).count == 0
    assert library.problem == ""


def test_games_are_found_by_words_of_names_events_openings_and_years(library: Library, tmp_path: Path) -> None:
    os.utime(save(tmp_path, "Autumn", tournament(SHORT, names=("Päivi Åberg", "张明"))), (0, 946_900_000))
    save(tmp_path, "Winter", tournament(SHORT, SHORT, names=("Ben", "Åsa")))
    updated(library)
    for text in ("paivi", "PÄIVI", "aberg", "berg", "明", "张明", "autumn", "päivi 张", "2000", "kansei utum"):
        assert names(found(library, Query(text))) == [("Autumn", 0)], text
    assert found(library, Query("a")).count == 3, "a short word begins a word"
    assert found(library, Query("sa")).count == 0, "and is not looked for inside one"
    assert found(library, Query("paivi ben")).count == 0, "all words must be there"
    assert found(library, Query("%")).count == 3
    assert found(library, Query("no_one")).count == 0


def test_games_are_found_by_ruleset_result_and_day(library: Library, tmp_path: Path) -> None:
    os.utime(save(tmp_path, "Old", tournament(SHORT)), (0, 946_900_000))
    save(tmp_path, "New", tournament(SHORT, SHORT, "h8"))
    save(tmp_path, "Six", tournament("a1 b1 c1", ruleset=GAMES["six_in_a_row"]))
    updated(library)
    assert names(found(library, Query(ruleset_id="six_in_a_row"))) == [("Six", 0)]
    assert names(found(library, Query(ruleset_id="gomoku", result=Result.UNKNOWN))) == [("New", 2)]
    assert names(found(library, Query(result=Result.FIRST))) == [("New", 0), ("New", 1), ("Old", 0)]
    assert names(found(library, Query(last_day=20001231))) == [("Old", 0)]
    assert found(library, Query(first_day=20010000)).count == 4
    assert [game.source for game in found(library).games][-1] == "Old.txt", "the newest come first"
    assert found(library, Query("new", result=Result.FIRST, position=position("h8 i8 j8"))).count == 2


def test_a_position_is_found_turned_and_mirrored_and_with_the_other_stones_order(
    library: Library, tmp_path: Path
) -> None:
    save(tmp_path, "Played", tournament(SHORT))
    save(tmp_path, "Other", tournament("h8 i9 j8"))
    updated(library)
    for same in ("h8 i8 j8", "h8 h9 h10", "h8 h7 h6", "h8 g8 f8", "h10 h9 h8"):
        assert names(found(library, Query(position=position(same)))) == [("Played", 0)], same
    assert found(library, Query(position=position("h8 i8 k8"))).count == 0
    assert found(library, Query(position=position("h8"))).count == 2


def test_an_opening_is_found_in_all_its_turnings_and_has_its_name(library: Library, tmp_path: Path) -> None:
    save(tmp_path, "One", tournament(SHORT))
    save(tmp_path, "Two", tournament("h8 h7 h6"))
    save(tmp_path, "Three", tournament("h8 h7 i6"))
    updated(library)
    one = next(game for game in found(library).games if game.source == "One.txt")
    assert one.opening_name == "Kansei"
    assert names(found(library, Query(opening=one.opening))) == [("One", 0), ("Two", 0)]


def test_what_is_new_changed_or_gone_is_known_after_an_update_and_the_rest_is_not_read_again(
    library: Library, tmp_path: Path
) -> None:
    gone, changed = save(tmp_path, "Gone", tournament(SHORT)), tournament("h8")
    save(tmp_path, "Kept", tournament(SHORT))
    save(tmp_path, "Changed", changed)
    kept = {game.source: game.id for game in found(updated(library)).games}["Kept.txt"]
    gone.unlink()
    save(tmp_path, "Changed", tournament(SHORT, "h8 h9"))
    save(tmp_path, "New", tournament("h8 h9 h10"))
    after = found(updated(library))
    assert names(after) == [("Changed", 0), ("Changed", 1), ("Kept", 0), ("New", 0)]
    assert {game.source: game.id for game in after.games}["Kept.txt"] == kept
    with sqlite3.connect(library.places.index) as index:
        for table in ("positions", "mentions", "details"):
            lost = f"SELECT COUNT(*) FROM {table} WHERE game NOT IN (SELECT id FROM games)"
            assert index.execute(lost).fetchone() == (0,), table


def test_a_finished_game_stays_in_the_library_when_its_save_is_deleted_and_stands_there_once(
    library: Library, tmp_path: Path
) -> None:
    made = tournament(SHORT)
    path = save(tmp_path, "Friday", made)
    database = Database(tmp_path / "stone-fair.sqlite3")
    database.players.create("Anna")
    assert ResultStore(database).save_result(made, 0).messages == ()
    assert [game.kind for game in found(updated(library)).games] == ["save"]
    path.unlink()
    (game,) = found(updated(library)).games
    assert (game.kind, game.players, game.result) == ("record", ("Anna", "Ben"), Result.FIRST)
    assert game.day > 20200000
    save(tmp_path, "Friday", made)
    assert [game.kind for game in found(updated(library)).games] == ["save"]
    database.file.close()


def test_a_file_that_cannot_be_read_takes_nothing_from_the_others(library: Library, tmp_path: Path) -> None:
    save(tmp_path, "Good", tournament(SHORT))
    (tmp_path / "saves" / "Shopping.txt").write_text("milk\nbread\n", encoding="utf-8")
    assert names(found(updated(library))) == [("Good", 0)]
    with sqlite3.connect(library.places.index) as index:
        rows = index.execute("SELECT name, problem FROM sources WHERE problem <> ''").fetchall()
    assert [name for name, _problem in rows] == ["Shopping.txt"]


@pytest.mark.parametrize("contents", [b"no database, but long enough for one" * 100, b"SQLite format 3\x00" * 40])
def test_a_damaged_index_is_made_anew(library: Library, tmp_path: Path, contents: bytes) -> None:
    save(tmp_path, "Good", tournament(SHORT))
    library.places.index.write_bytes(contents)
    assert found(updated(library)).count == 1


@pytest.mark.parametrize("seed", range(6))
def test_an_index_that_is_damaged_in_the_middle_is_made_anew(library: Library, tmp_path: Path, seed: int) -> None:
    for number in range(6):
        save(tmp_path, f"Game {number}", tournament(SHORT))
    updated(library).close()
    whole = bytearray(library.places.index.read_bytes())
    begin = (100, 4096)[seed % 2]
    whole[begin:] = random.Random(seed).randbytes(len(whole) - begin)
    library.places.index.write_bytes(whole)
    assert found(updated(library)).count == 6
    assert library.problem == ""


def test_an_index_of_another_version_is_made_anew(library: Library, tmp_path: Path) -> None:
    save(tmp_path, "Good", tournament(SHORT))
    updated(library).close()
    with sqlite3.connect(library.places.index) as index:
        index.execute("PRAGMA user_version = 99")
    index.close()
    assert found(updated(library)).count == 1


def test_a_place_that_cannot_be_written_ends_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be", encoding="utf-8")
    library = library_in(tmp_path / "data")
    updated(library)
    assert library.problem.startswith("The library cannot be opened")
    library.desk.ask(Asked(Query()))
    answers = []
    wait_until(lambda: bool(answers.append(answer) or answers) if (answer := library.desk.answer()) else False)
    assert answers[0].found is None
    assert answers[0].problem.startswith("The library cannot be opened")
    library.close()


def test_who_opens_a_new_index_at_the_same_moment_finds_the_same_one(tmp_path: Path) -> None:
    for number in range(10):
        library = library_in(tmp_path / str(number))
        save(tmp_path / str(number), "Good", tournament(SHORT))
        library.desk.ask(Asked(Query()))
        updated(library)
        assert found(library).count == 1
        library.close()


def test_windows_that_open_a_new_index_at_the_same_moment_all_can(tmp_path: Path) -> None:
    def opened(number: int) -> int:
        at_once.wait()
        with contextlib.closing(open_index(tmp_path / str(number) / "library.db")) as index:
            return index.execute("SELECT COUNT(*) FROM games").fetchone()[0]

    for number in range(100):
        at_once = threading.Barrier(3)
        with ThreadPoolExecutor(3) as windows:
            assert list(windows.map(opened, [number] * 3)) == [0, 0, 0]


def test_two_searchers_and_a_writer_do_not_wait_for_each_other(library: Library, tmp_path: Path) -> None:
    save(tmp_path, "Good", tournament(SHORT))
    updated(library)
    writer = open_index(library.places.index)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM games")
    assert found(library).count == 1
    writer.close()


def test_a_file_is_copied_into_the_library_once_and_its_games_go_with_it(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "Found on a disk.txt"
    save(tmp_path, "Taken", tournament(SHORT, SHORT)).rename(path)
    library.add(path)
    library.add(path)
    (copy,) = [game.source for game in found(updated(library)).games if game.number == 0]
    assert found(library).count == 2
    assert (library.places.files / copy).read_bytes() == path.read_bytes()
    path.unlink()
    assert found(updated(library)).count == 2
    library.remove(copy)
    assert found(updated(library)).count == 0


def test_a_file_that_is_too_large_or_gone_is_refused_with_a_sentence(library: Library, tmp_path: Path) -> None:
    huge = tmp_path / "huge.sgf"
    with huge.open("wb") as file:
        file.truncate(100_000_001)
    with pytest.raises(StoreError, match="larger than the limit of 100 MB"):
        library.add(huge)
    with pytest.raises(StoreError, match=r"gone\.sgf could not be added"):
        library.add(tmp_path / "gone.sgf")


def test_words_are_compared_without_accents_and_capitals() -> None:
    assert search_words("Ångström, O'Neill 2004!") == ["angstrom", "o", "neill", "2004"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("2004-03-09", 20040309), ("2004-03", 20040300), ("2004", 20040000), ("played 1999.12.1", 19991201)),
        *(("", 0), ("yesterday", 0), ("2004-19-09", 20040000), ("12345", 0)),
    ],
)
def test_a_day_is_read_as_far_as_a_file_tells_it(text: str, day: int) -> None:
    assert parse_day(text) == day


def many_games(_path: Path, _rulesets: object) -> OpenedFile:
    """A file of more games than are written at once, where that is a hundred."""
    study = study_of_game(tournament(SHORT), 0)
    return OpenedFile("many", [study] * 240)


def test_a_large_file_that_is_stopped_can_be_searched_and_is_read_on_from_there(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "open_file", many_games)
    monkeypatch.setattr(updating, "_BATCH", 100)
    library.places.files.mkdir()
    (library.places.files / "many.sgf").write_bytes(b"x")
    library.update()
    wait_until(lambda: library.progress is not None and library.progress.done > 120)
    library.stop()
    wait_until(lambda: not library.is_updating)
    begun = found(library).count
    assert begun == 100
    first = found(library, offset=begun - 1).games[0].id
    assert found(updated(library)).count == 240
    assert found(library, offset=239).games[0].id == first, "what was read is not read again"
    with sqlite3.connect(library.places.index) as index:
        assert index.execute("SELECT COUNT(DISTINCT number) FROM games").fetchone() == (240,)


def test_a_game_that_cannot_be_read_leaves_the_others_of_its_file(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some_broken(reader: SourceReader, source: Source, opened: OpenedFile, number: int) -> IndexedGame:
        if number == 1:
            raise ParseError("a move off the board", line=3)
        return usual(reader, source, opened, number)

    usual = SourceReader.game
    few = OpenedFile("few", many_games(Path(), ()).studies[:3])
    monkeypatch.setattr(sources, "open_file", lambda _path, _rulesets: few)
    monkeypatch.setattr(SourceReader, "game", some_broken)
    library.places.files.mkdir()
    (library.places.files / "few.sgf").write_bytes(b"x")
    assert sorted(game.number for game in found(updated(library)).games) == [0, 2]
    with sqlite3.connect(library.places.index) as index:
        (problem,) = index.execute("SELECT problem FROM sources").fetchone()
    assert problem.startswith("Game 2: ")


def test_a_plug_in_that_fails_ends_its_own_file_alone(library: Library, tmp_path: Path, monkeypatch) -> None:
    save(tmp_path, "Good", tournament(SHORT))
    save(tmp_path, "Bad", tournament("h8"))

    def failing(reader: SourceReader, source: Source, opened: OpenedFile, number: int) -> IndexedGame:
        if source.name == "Bad.txt":
            raise PluginError("Gomoku failed")
        return usual(reader, source, opened, number)

    usual = SourceReader.game
    monkeypatch.setattr(SourceReader, "game", failing)
    assert names(found(updated(library))) == [("Good", 0)]
    assert library.problem == ""


def test_a_game_that_was_found_becomes_a_series_that_ends_as_its_file_tells(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "resigned.sgf"
    path.write_text("(;FF[4]GM[4]SZ[15]PB[Mira]RE[W+R];B[hh];W[ih])", encoding="utf-8")
    library.add(path)
    (game,) = found(updated(library)).games
    assert (game.result, game.players) == (Result.SECOND, ("Mira", ""))
    study = study_of_found(game, GAMES)
    assert not isinstance(study, Reason)
    made = tournament_of_study(study, ("Black", "White"), game.result)
    assert not isinstance(made, Reason)
    assert [each.name for each in made.participants] == ["Mira", "White"]
    assert made.games[0].winner() == 1
    refused = study_of_found(game, {})
    assert isinstance(refused, Reason)
    assert "needs gomoku" in refused.message


def test_an_opening_without_a_name_is_shown_as_it_was_played() -> None:
    found = FoundGame(
        id=1, kind="file", source="Friday", number=0, ruleset_id="gomoku", result=Result.UNKNOWN, day=0,
        players=("Ann", "Ben"), event="", opening="h8 f10 h9", opening_name="", options="{}", start="", seed=1,
        moves="h8 j10 swap i8 a1", plies=5, has_more=False,
    )  # fmt: skip
    assert opening_text(found) == "H8 J10 I8"
    assert found.placed_cells == ("h8", "j10", "i8", "a1")


# Files that cannot be read, or that want to be read for ever


@pytest.mark.parametrize("seconds", [-(10**9), -62_135_596_801, 253_402_300_800, 2**33 * 1_000])
def test_a_file_from_beyond_the_calendar_is_read_and_has_no_day(
    library: Library, tmp_path: Path, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path, "odd", tournament(SHORT))
    save(tmp_path, "plain", tournament(SHORT))
    # Not every file system can hold such a time.
    stamp = sources._stamp
    monkeypatch.setattr(
        sources,
        "_stamp",
        lambda kind, each: f"{seconds * 10**9} 1" if each == path else stamp(kind, each),
    )
    assert names(found(updated(library))) == [("odd", 0), ("plain", 0)]
    assert library.problem == ""


@pytest.mark.parametrize("error", [MemoryError(), ZeroDivisionError(), RecursionError()])
def test_an_error_in_one_file_ends_neither_the_update_nor_the_others(
    library: Library, tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    read: list[str] = []

    def opened(self: SourceReader, source: Source) -> OpenedFile:
        read.append(source.name)
        if source.name == "bad.txt":
            raise error
        return open_as_ever(self, source)

    open_as_ever = SourceReader.open
    monkeypatch.setattr(SourceReader, "open", opened)
    save(tmp_path, "bad", tournament(SHORT))
    save(tmp_path, "good", tournament(SHORT))
    assert names(found(updated(library))) == [("good", 0)]
    assert [each.name for each in library.unread] == ["bad.txt"]
    updated(library)
    assert read.count("bad.txt") == 1, "it is remembered, and tried again when it has changed"
    library.read_again()
    wait_until(lambda: not library.is_updating)
    assert read.count("bad.txt") == 2


def endless(self: SourceReader, source: Source) -> OpenedFile:
    while True:
        sum(range(1_000))


def test_a_file_that_takes_too_long_is_left_out_told_and_not_read_again(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.library.index.library.MOST_SECONDS", 0.2)
    save(tmp_path, "slow", tournament(SHORT))
    with monkeypatch.context() as slow:
        slow.setattr(SourceReader, "open", endless)
        updated(library)
    assert [each.name for each in library.unread] == ["slow.txt"]
    assert "takes more than" in library.unread[0].problem
    assert found(updated(library)).count == 0
    save(tmp_path, "slow", tournament(SHORT, SHORT))
    assert found(updated(library)).count == 2
    assert library.unread == ()


def test_the_library_closes_while_a_file_is_read_for_ever(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SourceReader, "open", endless)
    save(tmp_path, "slow", tournament(SHORT))
    library.update()
    keeper = library._index_thread
    assert keeper is not None
    library.close()
    keeper.join(5)
    assert not keeper.is_alive()


def test_an_update_after_one_that_failed_begins_anew(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    save(tmp_path, "cup", tournament(SHORT))
    with monkeypatch.context() as broken:
        broken.setattr(Library, "_copied", lambda self: 1 // 0)
        updated(library)
    assert "ZeroDivisionError" in library.problem
    assert found(updated(library)).count == 1
    assert library.problem == ""


def test_a_search_that_fails_is_answered_and_the_next_one_is_made(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    search = library.desk._search
    library.desk._search = lambda connection, asked: 1 // 0
    library.desk.ask(Asked(Query()))
    answers = []
    wait_until(lambda: bool(answers.append(answer) or answers) if (answer := library.desk.answer()) else False)
    assert "ZeroDivisionError" in answers[0].problem
    library.desk._search = search
    assert found(library).count == 0
