"""The player's own engines in the store, and what a typed command means. No window."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.core.language import ENGLISH, set_language
from game.core.tournament import Participant
from game.session.engines import (
    EngineList,
    EngineRecord,
    command_problem,
    is_engine,
    program_name,
    split_command,
    split_settings,
    stored_name,
)
from game.storage.database import Database
from rulesets.gomoku import RULESET


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.sqlite3"


def test_engines_are_kept_in_order_with_everything_that_was_set(path: Path) -> None:
    shelf = EngineList(Database(path))
    rapfi = shelf.add().with_changes(
        name="Rapfi", command="rapfi --quiet", seconds=2.5, memory_megabytes=500, renju_rule=2, threads=2,
        hash_megabytes=64, info="max_depth 8",
    )  # fmt: skip
    shelf.change(rapfi)
    wine = shelf.add().with_changes(dialect="cloudict", rows_from_bottom=True, settings="depth 4, vcf", arguments="-q")
    shelf.change(wine)
    again = EngineList(Database(path))
    assert again.engines() == [rapfi, wine]
    assert again.ready() == [rapfi], "without a command nobody can be asked"
    again.remove(rapfi)
    assert EngineList(Database(path)).engines() == [wine]


@pytest.mark.parametrize(
    ("stored", "engines"),
    [
        ("nonsense", []),
        ([1, {"id": ""}, {"name": "no id"}, None], []),
        ([{"id": "a", "name": " ", "seconds": -1, "memory_megabytes": "much", "renju_rule": 9}], [EngineRecord("a")]),
        ([{"id": "a", "name": "B", "seconds": 3, "more": 1}], [EngineRecord("a", "B", seconds=3)]),
        ([{"id": "a", "dialect": ["gomocup"], "command": "a\0b", "seconds": [1]}], [EngineRecord("a")]),
        ([{"id": "a", "dialect": "chess", "rows_from_bottom": 1, "settings": None}], [EngineRecord("a")]),
    ],
)
def test_what_is_stored_and_makes_no_sense_does_not_count(path: Path, stored: object, engines: object) -> None:
    database = Database(path)
    database.settings.set("engines", stored)
    assert EngineList(database).engines() == engines


STORED = [{"id": "a", "name": "Rapfi", "seconds": -1, "depth": 7}, {"name": "no id"}, {"id": "b", "name": "Yixin"}]


def test_settings_that_are_not_used_are_named(path: Path) -> None:
    database = Database(path)
    database.settings.set("engines", STORED)
    assert EngineList(database).warning() == (
        "The settings of one of your engines cannot be read and are left unchanged. Rapfi has "
        "settings that cannot be used: seconds, depth. The default values are used instead."
    )
    database.settings.set("engines", STORED[2:])
    assert EngineList(database).warning() == ""


def test_a_change_of_one_engine_loses_nothing_that_could_not_be_read(path: Path) -> None:
    database = Database(path)
    database.settings.set("engines", STORED)
    shelf = EngineList(database)
    rapfi, yixin = shelf.engines()
    shelf.change(yixin.with_changes(command="yixin"))
    added = shelf.add()
    shelf.remove(added)
    kept: list[dict[str, object]] = database.settings.get("engines", [])
    assert kept[:2] == STORED[:2]
    shelf.change(rapfi.with_changes(seconds=3.0))
    kept = database.settings.get("engines", [])
    assert (kept[0]["depth"], kept[0]["seconds"], kept[1]) == (7, 3.0, STORED[1])


def test_a_participant_is_found_by_its_engine_then_by_its_name(path: Path) -> None:
    shelf = EngineList(Database(path))
    one = shelf.add().with_changes(name="Rapfi", command="rapfi")
    shelf.change(one)
    renamed = Participant("Old name", one.level)
    from_elsewhere = Participant("Rapfi", "engine:of another machine")
    stranger = Participant("Embryo", "engine:of another machine")
    assert [shelf.find(who) for who in (one.participant, renamed, from_elsewhere, stranger)] == [one, one, one, None]
    assert is_engine(stranger)
    assert not is_engine(Participant("Basic", "basic"))


def test_a_command_is_split_at_its_quotation_marks_and_a_path_with_spaces_stays_whole(tmp_path: Path) -> None:
    program = tmp_path / "my best engine"
    program.touch()
    assert split_command(f" {program} ") == (str(program),)
    assert split_command(f'"{program}" --fast') == (str(program), "--fast")
    assert split_command('"half') == ("half",)


def test_a_command_that_starts_nothing_says_why(tmp_path: Path) -> None:
    def problem(command: str, arguments: str = "") -> str:
        return command_problem(EngineRecord("a", command=command, arguments=arguments))

    assert problem(f'"{sys.executable}" -m engine') == ""
    assert problem(" ") == "Choose the engine's program, or type its path."
    assert problem('"half') == "A quotation mark is missing."
    assert problem(sys.executable, '"half') == "A quotation mark is missing."
    missing = tmp_path / "rapfi"
    assert problem(str(missing)) == f"No program found: {missing}."


@pytest.mark.skipif(sys.platform == "win32", reason="any file with the right name can be started")
def test_a_file_without_the_right_to_be_started_is_told_from_a_missing_one(tmp_path: Path) -> None:
    program = tmp_path / "pbrain-x"
    program.touch(mode=0o644)
    words = "pbrain-x is not marked as a program that can be started."
    assert command_problem(EngineRecord("a", command=str(program))) == words


def test_a_command_with_a_word_that_is_too_long_for_a_path_is_a_command_like_any_other() -> None:
    book = "--book=" + "b" * 300
    assert split_command(book) == (book,)
    assert split_command(f"python3 {book}") == ("python3", book)
    assert program_name(split_command(f"python3 {book}")) == "Python3"


def test_an_engine_is_named_after_its_program_until_it_gets_a_name_of_its_own(tmp_path: Path) -> None:
    script = tmp_path / "pbrain-embryo.py"
    script.touch()
    assert program_name((sys.executable, str(script))) == "Embryo"
    engine = EngineRecord("a").with_command(command="/opt/pbrain-rap")
    assert engine.name == "Rap"
    assert engine.with_command(command="/opt/pbrain-rapfi").name == "Rapfi"
    assert engine.with_command(command=sys.executable, arguments=str(script)).name == "Embryo"
    assert engine.with_changes(name="My friend").with_command(command="/opt/pbrain-rapfi").name == "My friend"


def test_the_client_is_told_memory_and_the_number_of_renju() -> None:
    foreign = EngineRecord("a", "Yixin", "yixin", memory_megabytes=100, renju_rule=2).to_program()
    assert (foreign.name, foreign.command, foreign.memory_megabytes) == ("Yixin", ("yixin",), 100)
    assert foreign.rules == {4: 2}
    assert EngineRecord("a", "Rapfi", "rapfi").to_program().rules == {}


def test_the_client_is_told_the_dialect_and_what_belongs_to_it() -> None:
    kept = EngineRecord(
        "a", "Cloudict", "cloudict", dialect="cloudict", rows_from_bottom=True, settings=" depth  4,vcf,, "
    )
    foreign = kept.to_program()
    assert (foreign.dialect, foreign.rows_from_bottom) == ("cloudict", True)
    assert foreign.settings_lines() == ["depth 4", "vcf"]
    usual = kept.with_changes(dialect="gomocup").to_program()
    assert (usual.rows_from_bottom, usual.settings) == (False, {})


def test_arguments_threads_and_hash_reach_the_program_and_typed_info_replaces_them() -> None:
    kept = EngineRecord("a", command='"/opt/my rapfi" --a', arguments="--b c", threads=2, hash_megabytes=64)
    program = kept.to_program()
    assert program.command == ("/opt/my rapfi", "--a", "--b", "c")
    assert program.settings_lines("INFO ") == ["INFO thread_num 2", "INFO hash_size 65536"]
    typed = kept.with_changes(threads=0, info="hash_size 1024, max_depth 8").to_program()
    assert typed.settings_lines() == ["hash_size 1024", "max_depth 8"]


def test_words_of_its_own_are_parted_by_commas() -> None:
    assert split_settings("") == {}
    assert split_settings("depth 4, vcf") == {"depth": "4", "vcf": ""}


def test_the_name_of_a_level_is_translated_also_where_an_earlier_version_stored_its_title() -> None:
    set_language("fi", [Path(__file__).parents[2] / "assets" / "locale"])
    try:
        assert stored_name(RULESET.info.levels, "Schemer") == "Juonija"
        assert stored_name(RULESET.info.levels, "Schemer's friend") == "Schemer's friend"
        assert stored_name(RULESET.info.levels, "") == ""
    finally:
        set_language(ENGLISH)
