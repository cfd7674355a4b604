"""The list of rule sheets: those on the menu, the player's own files, and games that start without a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.core.model import ParseError
from game.plugins.registry import Catalogue, discover
from game.plugins.sheet_list import SheetList, key_from
from game.sheets.draft import SheetDraft, new_sheet
from game.sheets.sheet import Sheet
from game.storage.files import StoreError


class Settings(dict[str, Any]):
    """Settings in memory."""

    def set(self, key: str, value: object) -> None:
        self[key] = value


class Fair:
    """A start of the program with its list of sheets."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.catalogue: Catalogue = discover(folder, ())
        self.sheets = SheetList(self.catalogue, folder, settings)
        self.sheets.apply_choice()

    @property
    def menu(self) -> list[str]:
        return [game.info.title for game in self.catalogue.rulesets.values()][4:]

    def sheet(self, key: str) -> Sheet:
        return next(known.sheet for known in self.sheets.all() if known.sheet.key == key)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path))
    return tmp_path / "rulesets"


@pytest.fixture
def settings() -> Settings:
    return Settings()


@pytest.fixture
def fair(folder: Path, settings: Settings) -> Fair:
    return Fair(folder, settings)


def four(title: str = "Four") -> Sheet:
    draft = SheetDraft(new_sheet())
    draft.rename(title)
    draft.change("line", "length", 4)
    return draft.sheet


def test_a_game_of_the_program_is_on_the_menu_from_the_choice_to_the_next_starts(
    fair: Fair, folder: Path, settings: Settings
) -> None:
    assert fair.menu == []
    torus = fair.sheet("torus_gomoku")
    fair.sheets.show(torus, is_shown=True)
    assert fair.menu == Fair(folder, settings).menu == ["Gomoku on a torus"]
    fair.sheets.show(torus, is_shown=False)
    assert fair.menu == Fair(folder, settings).menu == []


def test_a_saved_game_is_on_the_menu_now_and_at_the_next_start(fair: Fair, folder: Path, settings: Settings) -> None:
    saved = fair.sheets.save(four("Four, my way"))
    assert saved.key == "four_my_way"
    assert saved.sample, "stones for its picture on the menu"
    assert fair.menu == Fair(folder, settings).menu == ["Four, my way"]


def test_changed_rules_replace_the_game_on_the_menu_and_old_games_can_be_opened(fair: Fair) -> None:
    before = fair.sheets.save(four())
    changed = SheetDraft(before, is_saved=True)
    changed.change("turn", "stones", 2)
    after = fair.sheets.save(changed.sheet)
    assert (after.key, len(fair.menu)) == (before.key, 1)
    assert after.id != before.id
    assert before.id in fair.catalogue.rulesets
    assert fair.sheets.is_shown(after)
    assert not fair.sheets.is_shown(before)


def test_two_games_of_one_name_get_files_of_their_own(fair: Fair, folder: Path) -> None:
    assert [fair.sheets.save(four("五子棋")).key for _time in range(2)] == ["game", "game_2"]
    assert sorted(path.name for path in folder.iterdir()) == ["game.toml", "game_2.toml"]


def test_a_deleted_game_leaves_the_menu_and_its_games_can_be_opened(
    fair: Fair, folder: Path, settings: Settings
) -> None:
    saved = fair.sheets.save(four())
    fair.sheets.delete(next(known for known in fair.sheets.all() if known.is_own))
    assert fair.menu == []
    assert saved.id in Fair(folder, settings).catalogue.rulesets


def test_a_name_of_a_game_that_is_no_sheet_is_taken_in_every_language(fair: Fair) -> None:
    assert fair.sheets.title_problem("gomoku") == "The name 'gomoku' is taken."
    assert fair.sheets.free_title("Gomoku") == "Gomoku 2"
    fair.catalogue.set_language("fi")
    assert fair.sheets.title_problem("Kuusi rivissä") is not None
    assert fair.sheets.title_problem("Six in a row") is not None
    fair.catalogue.set_language("en")


@pytest.mark.parametrize("is_saved", [False, True])
def test_the_unsaved_changes_of_a_draft_are_kept_for_the_next_start(
    fair: Fair, folder: Path, settings: Settings, *, is_saved: bool
) -> None:
    draft = SheetDraft(fair.sheets.save(four()), is_saved=True) if is_saved else SheetDraft(new_sheet())
    fair.sheets.keep_draft(draft)
    assert fair.sheets.kept_draft() is None
    draft.change("line", "length", 3)
    draft.change("line", "loses", 3)
    assert draft.problem is not None
    fair.sheets.keep_draft(draft)
    again = Fair(folder, settings).sheets.kept_draft()
    assert again is not None
    assert (again.sheet, again.saved, again.has_changes) == (draft.sheet, draft.saved, True)
    again.history.undo()
    assert again.rules.line.length == (4 if is_saved else 3)


def test_a_draft_that_was_saved_or_forgotten_is_not_kept(fair: Fair) -> None:
    draft = SheetDraft(new_sheet())
    draft.rename("Night four")
    fair.sheets.keep_draft(draft)
    draft.mark_saved(fair.sheets.save(draft.sheet))
    fair.sheets.keep_draft(draft)
    assert fair.sheets.kept_draft() is None
    draft.change("line", "length", 4)
    fair.sheets.keep_draft(draft)
    fair.sheets.forget_draft()
    assert fair.sheets.kept_draft() is None


@pytest.mark.parametrize("value", [None, [], {"text": 5}, {"text": "title = 5"}, {"text": "[", "file": "x"}])
def test_a_stored_draft_that_cannot_be_read_is_none(fair: Fair, settings: Settings, value: object) -> None:
    settings.set("workshop", value)
    assert fair.sheets.kept_draft() is None


def test_a_name_is_free_or_refused_without_regard_to_capitals(fair: Fair) -> None:
    fair.sheets.save(four("Four"))
    assert fair.sheets.free_title("four") == "four 2"
    assert fair.sheets.title_problem("FOUR") == "The name 'FOUR' is taken."
    assert fair.sheets.title_problem("FOUR", "four") is None
    assert fair.sheets.title_problem("")


def test_a_running_process_finds_a_game_that_was_tried_without_a_file(fair: Fair, folder: Path) -> None:
    opponent = discover(folder, ())
    game = fair.sheets.game(four())
    found = opponent.rulesets.get(game.info.id)
    assert found is not None
    assert found.info.id == game.info.id
    assert opponent.package(game.info.id) == fair.catalogue.package(game.info.id)
    assert fair.menu == []


@pytest.mark.parametrize("name", ["", "nobody_12345678", "../rulesets/four", "x" * 5000])
def test_an_id_without_a_kept_sheet_is_unknown(fair: Fair, name: str) -> None:
    assert fair.catalogue.rulesets.get(name) is None


def test_a_file_from_elsewhere_keeps_its_key_if_no_other_game_has_it(fair: Fair, tmp_path: Path) -> None:
    path = tmp_path / "Falling Five.toml"
    path.write_text('title = "Falling five"\n[line]\nlength = 5\n[place]\nwhere = "drop"\n', encoding="utf-8")
    sheet = fair.sheets.read(path)
    assert sheet.key == "falling_five"
    fair.sheets.install(sheet)
    assert fair.sheets.read(path).id == sheet.id, "the same game again"
    path.write_text('title = "Another"\n[line]\nlength = 4\n', encoding="utf-8")
    assert fair.sheets.read(path).key == "falling_five_2"


def test_a_file_with_a_game_of_the_program_only_puts_that_on_the_menu(fair: Fair, folder: Path) -> None:
    known = next(each for each in fair.sheets.all() if each.sheet.key == "torus_gomoku")
    fair.sheets.install(fair.sheets.read(known.path))
    assert fair.menu == ["Gomoku on a torus"]
    assert not folder.exists()


def test_a_file_that_is_no_sheet_is_refused_with_its_name(fair: Fair, tmp_path: Path) -> None:
    path = tmp_path / "milk.toml"
    path.write_text("milk and bread", encoding="utf-8")
    with pytest.raises(ParseError, match=r"milk\.toml"):
        fair.sheets.read(path)


def test_a_folder_that_cannot_be_written_is_told(fair: Fair, folder: Path) -> None:
    folder.write_text("in the way", encoding="utf-8")
    with pytest.raises(StoreError, match="The game could not be saved"):
        fair.sheets.save(four())


def test_an_exported_game_is_read_as_the_same_game(fair: Fair) -> None:
    path = fair.sheets.export(four("Four in a row"))
    assert path.name == "four_in_a_row.toml"
    assert fair.sheets.read(path).rules == four().rules
    assert replace(fair.sheets.read(path), key="draft") == four("Four in a row")


@pytest.mark.parametrize(
    ("title", "key"),
    [("Ölkky 4", "olkky_4"), ("五子棋", "game"), ("3-3", "game_3_3"), ("A" * 60, "a" * 36), ("Con", "game_con")],
)
def test_a_key_is_made_of_letters_digits_and_underscores(title: str, key: str) -> None:
    assert key_from(title) == key
