"""Games by rule sheets that their files carry: saves and studies open where the sheet is unknown, edited or deleted."""

from __future__ import annotations

import io
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import main
from game.core.match import Match
from game.core.model import ParseError
from game.core.record.checked_lines import checked_line
from game.core.record.header import read_header
from game.core.record.reader import MissingRuleset, read_tournament
from game.core.record.writer import write_tournament
from game.core.ruleset import Ruleset, complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.library.study.edit_log import read_edit_log, write_head
from game.library.study.study import Study
from game.library.study.study_file import salvage_study, write_study
from game.plugins.registry import Catalogue, discover
from game.plugins.sheet_files import SHIPPED, carried_sheet, keep_sheets, kept_ids, ruleset_named
from game.sheets.game import SheetGame
from game.sheets.levels import LEVELS
from game.sheets.reading import read_sheet
from tests.sheets.sheets_to_try import SHEETS

#: A sheet that no folder has.
SHEET = read_sheet('title = "Four of ours"\nline.length = 4\nboard.columns = 6\n', "ours", lambda _key: None)
GAME = SheetGame(SHEET, LEVELS)


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))


def play(match: Match, words: str) -> None:
    for word in words.split():
        match.play(parse_move(match.ruleset.info, match.state, word))


def begun(ruleset: Ruleset = GAME, moves: str = "c3 d4") -> Tournament:
    made = Tournament(ruleset, complete_options(ruleset.info, {}), (Participant("Ann"), Participant("Ben")), 1)
    made.start_game()
    play(made.games[0].match, moves)
    return made


def missing_in(text: str) -> MissingRuleset:
    with pytest.raises(MissingRuleset) as caught:
        read_tournament(text, discover().rulesets, "game.txt")
    return caught.value


# Saves and studies


def test_a_save_carries_the_sheet_of_its_game() -> None:
    text = write_tournament(begun())
    missing = missing_in(text)
    assert carried_sheet(missing.ruleset_id, missing.sheet) == SHEET
    assert str(missing).startswith("game.txt, line 3: the game needs the rules of Four of ours")
    assert read_header(text, {}).ruleset_title == "Four of ours"


@pytest.mark.parametrize("key", SHEETS)
def test_each_sheet_comes_back_as_it_was(key: str) -> None:
    def find(name: str):
        return read_sheet(SHEETS[name], name, find) if name in SHEETS else None

    sheet = read_sheet(SHEETS[key], key, find)
    missing = missing_in(write_tournament(begun(SheetGame(replace(sheet, key="elsewhere"), LEVELS), "")))
    assert carried_sheet(missing.ruleset_id, missing.sheet) == replace(sheet, key="elsewhere")


def test_the_game_goes_on_once_its_sheet_is_accepted() -> None:
    catalogue, tournament = discover(), begun()
    missing = missing_in(write_tournament(tournament))
    catalogue.add_sheet(carried_sheet(missing.ruleset_id, missing.sheet), is_listed=False)
    again = read_tournament(write_tournament(tournament), catalogue.rulesets)
    assert write_tournament(again) == write_tournament(tournament)
    assert SHEET.id not in list(catalogue.rulesets)


def test_a_file_of_another_game_carries_no_sheet() -> None:
    gomoku = discover().rulesets["gomoku"]
    assert "Sheet" not in write_tournament(begun(gomoku)) + write_study(Study(gomoku, begun(gomoku).options))


def test_a_study_carries_the_sheet_of_its_game() -> None:
    study = Study(GAME, {}, title="Ours", start=begun().games[0].match.state)
    text = write_study(study)
    for read in (
        lambda known: salvage_study(text, known),
        lambda known: read_edit_log(checked_line(write_head(study)), known),
    ):
        with pytest.raises(MissingRuleset) as caught:
            read({})
        assert carried_sheet(caught.value.ruleset_id, caught.value.sheet) == SHEET
    known, problems = salvage_study(text, {SHEET.id: GAME})
    assert (write_study(known), problems) == (text, ())


# Sheets from strangers


def test_a_sheet_with_other_rules_is_refused() -> None:
    missing = missing_in(write_tournament(begun()).replace("length = 4", "length = 3"))
    with pytest.raises(ParseError, match=f"the rules? sheet that comes with the game was changed.*not of {SHEET.id}"):
        carried_sheet(missing.ruleset_id, missing.sheet)


HOSTILE = {
    "too long": 'title = "' + "a" * 10_000_000,
    "deep": "a = " + "[" * 60_000,
    "deep tables": "a" + ".a" * 30_000 + " = 1",
    "odd letters": 'title = "\u202egnp.exe\u0000"\nline.length = 4',
    "surrogate": 'title = "\ud800"\nline.length = 4',
    "long number": "line.length = " + "9" * 60_000,
    "no sheet": "import os",
    "empty": "",
    "cells without end": '[board]\ncolumns = 100000\n[line]\nlength = 4\ntitle = "a"',
    "a sheet like another": 'title = "a"\nlike = "gomoku"',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_sheet_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        carried_sheet(SHEET.id, text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "name", ["gomoku", "../../x_12345678", "_12345678", "x" * 60 + "_12345678", "", "Ours_12345678"]
)
def test_a_game_with_another_id_has_no_sheet(name: str) -> None:
    with pytest.raises(ParseError, match="is not the name of a game by a rule sheet"):
        carried_sheet(name, write_tournament(begun()))
    assert name == "gomoku" or name not in discover().rulesets


# Edited and deleted sheets


def put(folder: Path, length: int) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "mine.toml").write_text(f'title = "Mine"\nline.length = {length}\n')


def started(folder: Path) -> Catalogue:
    """The catalogue after a start of the window, which keeps the sheets on the menu."""
    catalogue = discover(folder)
    catalogue.keep_sheets()
    return catalogue


def mine(catalogue: Catalogue) -> list[SheetGame]:
    return [game for game in catalogue.rulesets.values() if isinstance(game, SheetGame)]


def test_a_game_goes_on_by_its_own_rules_after_its_sheet_was_edited(tmp_path: Path) -> None:
    put(tmp_path / "plugins", 4)
    (game,) = mine(started(tmp_path / "plugins"))
    text = write_tournament(begun(game, "h8 a1 h9 a2 h10 a3"))
    put(tmp_path / "plugins", 6)
    after = started(tmp_path / "plugins")
    assert [each.rules.line.length for each in mine(after)] == [6]
    match = read_tournament(text, after.rulesets).games[0].match
    play(match, "h11")
    assert match.outcome is not None


def test_a_game_goes_on_after_its_sheet_was_deleted(tmp_path: Path) -> None:
    put(tmp_path / "plugins", 4)
    (game,) = mine(started(tmp_path / "plugins"))
    shutil.rmtree(tmp_path / "plugins")
    after = started(tmp_path / "plugins")
    assert mine(after) == []
    assert read_tournament(write_tournament(begun(game)), after.rulesets).games
    assert after.package(game.info.id) == "rulesets.sheet_levels"


def test_a_kept_copy_that_was_changed_is_passed_over(tmp_path: Path) -> None:
    keep_sheets([SHEET])
    assert kept_ids() == {SHEET.id}
    assert SHEET.id in discover().rulesets
    (path,) = (tmp_path / "home").rglob(f"{SHEET.id}.toml")
    path.write_text(path.read_text().replace("length = 4", "length = 3"))
    assert SHEET.id not in discover().rulesets


# Names on the command line


def test_the_key_of_a_sheet_names_its_game() -> None:
    rulesets = discover().rulesets
    found = ruleset_named(rulesets, "tic_tac_toe")
    assert isinstance(found, SheetGame)
    assert ruleset_named(rulesets, found.info.id) is found
    assert ruleset_named(rulesets, "gomoku") is rulesets["gomoku"]


def test_the_key_of_a_sheet_on_the_menu_names_that_sheet(tmp_path: Path) -> None:
    (tmp_path / "tic_tac_toe.toml").write_text('title = "Mine"\nline.length = 4\n')
    found = ruleset_named(discover(tmp_path).rulesets, "tic_tac_toe")
    assert found is not None
    assert found.info.title == "Mine"


@pytest.mark.parametrize("name", ["nothing", "../tic_tac_toe", "", "Tic"])
def test_a_name_that_is_no_key_names_nothing(name: str) -> None:
    assert ruleset_named(discover().rulesets, name) is None


# The command


def test_the_command_accept_shows_the_rules_and_keeps_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_tournament(begun()))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main.main(["accept", str(file)]) == 1
    assert "A line of 4 stones of your own wins." in capsys.readouterr().out
    assert SHEET.id not in discover().rulesets
    assert main.main(["accept", str(file), "--yes"]) == 0
    assert SHEET.id in discover().rulesets
    assert main.main(["accept", str(file)]) == 0
    assert "known already" in capsys.readouterr().out


def test_the_command_accept_refuses_rules_that_were_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_tournament(begun()).replace("length = 4", "length = 3"))
    assert main.main(["accept", str(file), "--yes"]) == 2
    assert "was changed" in capsys.readouterr().err
    assert kept_ids() == frozenset()


# Names of sides


def test_a_sheet_names_its_sides_without_becoming_another_game() -> None:
    folder = SHIPPED
    text = (folder / "order_and_chaos.toml").read_text()
    sheet = read_sheet(text, "order_and_chaos", lambda _key: None)
    plain = read_sheet(
        text.replace('first = "Order"', "").replace('second = "Chaos"', ""), "order_and_chaos", lambda _key: None
    )
    assert (sheet.rules.sides, plain.rules.sides, sheet.id) == (("Order", "Chaos"), ("", ""), plain.id)
    info = SheetGame(sheet, LEVELS).info
    assert [info.side_name(letter) for letter in "bw-"] == ["Order", "Chaos", ""]
    assert "wins for Order" in str(next(part.words for part in info.rules_card if part.title == "The goal"))
