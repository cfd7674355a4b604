"""Games by rule sheets in the other parts of the program, although they are not on the menu."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sgfmill.sgf import Sgf_game

from game.core.language import ENGLISH
from game.core.model import ParseError, Reason
from game.core.record.reader import MissingRuleset, read_tournament
from game.core.record.writer import write_tournament
from game.library.formats.lib_writer import write_lib
from game.library.formats.reading import open_bytes
from game.library.formats.sgf.tree import escaped
from game.library.formats.sgf.writer import write_sgf
from game.library.formats.writing import study_of_finished_game
from game.library.index.position_key import key_of
from game.plugins.registry import Catalogue, discover
from game.plugins.sheet_files import SheetFolders, carried_sheet, ruleset_named
from game.progress.decathlon.week import event_keys, week_of
from game.session.matches.referee import answer
from game.session.texts import colour_name, stone_name
from game.sheets.game import SheetGame
from game.sheets.levels import LEVELS
from game.sheets.reading import read_sheet
from tests.sheets.sheets_to_try import SHEETS
from tests.sheets.test_carried_sheets import GAME, HOSTILE, begun, play


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))


RULESETS = discover().rulesets


def sheet_game(key: str):
    found = ruleset_named(RULESETS, key)
    assert found is not None
    return found


@pytest.mark.parametrize("key", ["four_in_a_column", "order_and_chaos", "hexagonal_gomoku"])
def test_an_sgf_file_names_the_sheet_and_its_rules(key: str) -> None:
    game = sheet_game(key)
    match = begun(game, "").games[0].match
    for _ply in range(6):
        match.play(next(iter(game.legal_moves(match.state))))
    content = write_sgf(study_of_finished_game(match, ("Ann", "Ben"), (), ""))
    (study,) = open_bytes(content, "game.sgf", RULESETS).studies
    assert (study.ruleset, len(study.tree.continuation(0))) == (game, 6)


def sgf_of(game: SheetGame) -> bytes:
    return write_sgf(study_of_finished_game(begun(game, "").games[0].match, ("Ann", "Ben"), (), ""))


def missing_in(content: bytes) -> MissingRuleset:
    with pytest.raises(MissingRuleset) as caught:
        open_bytes(content, "game.sgf", {})
    return caught.value


@pytest.mark.parametrize("key", SHEETS)
def test_an_sgf_file_carries_the_sheet_to_a_machine_that_does_not_know_it(key: str) -> None:
    def find(name: str):
        return read_sheet(SHEETS[name], name, find) if name in SHEETS else SheetFolders(None).find(name)

    sheet = read_sheet(SHEETS[key], key, find)
    sheet = replace(sheet, key="elsewhere", pitch="It ends: ] or \\] or (;B[aa]) or \\")
    missing = missing_in(sgf_of(SheetGame(sheet, LEVELS)))
    assert carried_sheet(missing.ruleset_id, missing.sheet) == sheet


def test_other_programs_pass_over_the_sheet_in_an_sgf_file() -> None:
    match = begun(GAME, "c3 d4").games[0].match
    content = write_sgf(study_of_finished_game(match, ("Ann", "Ben"), (), ""))
    read = Sgf_game.from_bytes(content)
    assert [node.get_move() for node in read.get_main_sequence()[1:]] == [("b", (2, 2)), ("w", (3, 3))]
    assert read.get_root().get("SFR") == GAME.sheet_text()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_sheet_in_an_sgf_file_is_refused_in_a_sentence(text: str) -> None:
    own = f"SFR[{escaped(GAME.sheet_text())}".encode()
    missing = missing_in(sgf_of(GAME).replace(own, f"SFR[{escaped(text)}".encode("utf-8", "replace")))
    with pytest.raises(ParseError) as caught:
        carried_sheet(missing.ruleset_id, missing.sheet)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_a_renlib_library_has_no_place_for_captures() -> None:
    match = begun(sheet_game("ninuki_renju"), "h8 h9").games[0].match
    refused = write_lib(study_of_finished_game(match, ("Ann", "Ben"), (), ""))
    assert isinstance(refused, Reason)
    assert refused.message == "The format “RenLib” does not support the rules of this game."


def test_a_sheet_in_an_sgf_file_that_was_changed_is_refused() -> None:
    missing = missing_in(sgf_of(GAME).replace(b"length = 4", b"length = 3"))
    with pytest.raises(ParseError, match="was changed"):
        carried_sheet(missing.ruleset_id, missing.sheet)


def test_an_sgf_file_without_its_sheet_says_what_is_missing() -> None:
    content = sgf_of(GAME).replace(b"SFR[", b"XX[")
    assert missing_in(content).sheet == ""
    assert "which is not installed" in str(missing_in(content))


def test_the_referee_knows_a_sheet_by_its_key_and_asks_to_accept_an_unknown_one() -> None:
    told = answer(json.dumps({"ruleset": "tic_tac_toe", "moves": ["b2", "a1"]}).encode(), RULESETS)
    assert (told["ok"], told["to_move"], len(told["legal"])) == (True, "b", 7)
    told = answer(json.dumps({"position": write_tournament(begun())}).encode(), RULESETS)
    assert "the command accept" in told["reason"]


def test_positions_are_equal_in_the_symmetries_of_the_rules_only() -> None:
    falling = sheet_game("four_in_a_column")
    keys = {}
    for moves in ("a1 g1", "g1 a1", "a1 a2"):
        match = begun(falling, moves).games[0].match
        keys[moves] = key_of(falling, match.state)
    assert keys["a1 g1"] == keys["g1 a1"]
    assert keys["a1 a2"] != keys["a1 g1"]


def test_only_games_on_the_menu_are_in_the_decathlon() -> None:
    assert sheet_game("tic_tac_toe").info.id in RULESETS
    assert {ruleset_id for ruleset_id, _seed in event_keys(week_of(date(2026, 3, 2)), RULESETS)} <= set(iter(RULESETS))


def test_the_sides_have_their_own_names_and_the_stones_theirs() -> None:
    info = sheet_game("order_and_chaos").info
    assert (colour_name(info, "b"), stone_name(info, "b")) == ("Order", "Black")
    assert (colour_name(GAME.info, "b"), stone_name(GAME.info, "b")) == ("Black", "Black")
    Catalogue().set_language("fi")
    try:
        assert colour_name(info, "w") == "Kaaos"
    finally:
        Catalogue().set_language(ENGLISH)


def test_a_game_whose_moves_name_the_stone_is_saved_and_read_again() -> None:
    tournament = begun(sheet_game("order_and_chaos"), "")
    play(tournament.games[0].match, "c3=w d3=b")
    text = write_tournament(tournament)
    assert write_tournament(read_tournament(text, RULESETS)) == text
