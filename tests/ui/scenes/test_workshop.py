"""More games and the workshop, used by keys and clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from assets.languages import LANGUAGES
from game.core.geometry import Surface, Wrap
from game.core.tournament import Practice
from game.sheets.boards import geometry_of
from game.sheets.draft import SheetDraft, new_sheet
from game.sheets.form_fields import COLUMNS
from game.sheets.sheet import BoardShape, Look
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.painting.stage import SMALLEST
from game.ui.play.play_scene import PlayScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.workshop.more_games_scene import MoreGamesScene
from game.ui.workshop.opened_sheet_scene import OpenedSheetScene
from game.ui.workshop.workshop_scene import WorkshopScene
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.app.services.opponent = ScriptedOpponent()
    flying.open(MenuScene(flying.app))
    yield flying
    flying.app.close()


@pytest.fixture
def workshop(pilot: Pilot) -> Pilot:
    pilot.open(WorkshopScene(pilot.app, SheetDraft(new_sheet())))
    return pilot


def titles(pilot: Pilot) -> list[str]:
    return [game.info.title for game in pilot.app.services.catalogue.rulesets.values()][4:]


def select(pilot: Pilot, key: str) -> None:
    pilot.scene.select(key)
    pilot.frames(2)


def step(pilot: Pilot, section: str, key: str, *, forward: bool) -> None:
    """Click an arrow of a row of the form."""
    rect = pilot.scene.card.fields[section, key].rect
    pilot.click((rect.right - 10 if forward else rect.x + 10, rect.centery))


def test_the_last_stall_of_the_menu_leads_to_more_games_and_a_chosen_one_is_on_the_menu(pilot: Pilot) -> None:
    for _stall in range(4):
        pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, MoreGamesScene)
    select(pilot, "tic_tac_toe")
    pilot.press("Put on the menu")
    pilot.press("Back")
    assert isinstance(pilot.scene, MenuScene)
    assert [card.ruleset.info.title for card in pilot.scene._row.cards[4:-1]] == ["Three in a row"]
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    select(pilot, "tic_tac_toe")
    pilot.press("On the menu")
    assert titles(pilot) == []


def test_a_game_off_the_menu_is_played_from_the_list(pilot: Pilot) -> None:
    pilot.scene._open_more_games()
    select(pilot, "order_and_chaos")
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, MatchSetupScene)
    assert pilot.scene.subject.info.title == "Order and Chaos"


def test_a_newcomer_makes_four_on_a_torus_with_two_stones_a_turn_by_clicks_and_tries_it(workshop: Pilot) -> None:
    workshop.click(workshop.scene.card.fields["board", "columns"].rect.center)
    workshop.type("7")
    workshop.key(pygame.K_RETURN)
    step(workshop, "board", "wrap", forward=False)
    step(workshop, "turn", "stones", forward=True)
    step(workshop, "line", "length", forward=False)
    rules = workshop.scene.draft.rules
    assert (rules.board.columns, rules.board.rows, rules.board.wrap) == (7, 7, Wrap.TORUS)
    assert (rules.turn.stones, rules.line.length) == (2, 4)
    workshop.press("Try it")
    assert isinstance(workshop.scene, PlayScene)
    table = workshop.scene.table
    assert table.match.state.geometry.wrap is Wrap.TORUS
    assert table.practice is Practice.TRIED
    assert titles(workshop) == []


def test_keys_alone_change_a_row_undo_it_and_save_the_game(workshop: Pilot) -> None:
    stop = workshop.scene.card.fields["line", "length"].stop
    workshop.scene.controls.focus(stop, show=True)
    workshop.key(pygame.K_LEFT)
    workshop.key(pygame.K_LEFT)
    assert workshop.scene.draft.rules.line.length == 3
    workshop.key(pygame.K_z, pygame.KMOD_CTRL)
    assert workshop.scene.draft.rules.line.length == 4
    assert workshop.scene.controls.focused is workshop.scene.card.fields["line", "length"].stop
    workshop.key(pygame.K_s)
    workshop.frames(2)
    workshop.type("Night four")
    workshop.key(pygame.K_RETURN)
    assert titles(workshop) == ["Night four"]
    assert workshop.scene.draft.is_saved


def test_the_form_keeps_the_focus_when_its_rows_change(workshop: Pilot) -> None:
    workshop.scene.controls.focus(workshop.scene.card.fields["board", "shape"].stop, show=True)
    workshop.key(pygame.K_RIGHT)
    fields = workshop.scene.card.fields
    assert ("board", "side") in fields
    assert ("board", "columns") not in fields
    assert workshop.scene.controls.focused is fields["board", "shape"].stop


def test_an_impossible_game_says_why_at_its_row_and_cannot_be_tried_or_saved(workshop: Pilot) -> None:
    workshop.scene.draft.change("line", "loses", 5)
    workshop.scene._show_change()
    wrong = [key for key, field in workshop.scene.card.fields.items() if field.use.has_problem()]
    assert wrong == [("line", "loses")]
    attempt = workshop.scene.controls.buttons[-1]
    assert (attempt.label, attempt.enabled) == ("Try it", False)
    assert attempt.why == "A line of 5 stones cannot both win and lose."
    workshop.key(pygame.K_t)
    workshop.key(pygame.K_s)
    assert isinstance(workshop.scene, WorkshopScene)


def test_a_number_out_of_range_is_refused_where_it_is_typed(workshop: Pilot) -> None:
    workshop.click(workshop.scene.card.fields["board", "columns"].rect.center)
    workshop.type("99")
    workshop.key(pygame.K_RETURN)
    assert workshop.scene._refusal == "Type a number from 2 to 26."


def test_full_width_digits_are_a_number(workshop: Pilot) -> None:
    workshop.click(workshop.scene.card.fields["board", "columns"].rect.center)
    workshop.scene._write("７")
    workshop.key(pygame.K_RETURN)
    assert workshop.scene.draft.rules.board.columns == 7


def test_an_example_replaces_the_rules_and_undo_brings_them_back(workshop: Pilot) -> None:
    workshop.key(pygame.K_e)
    select(workshop, "four_not_three")
    workshop.press("Take these rules")
    assert workshop.scene.draft.rules.line.loses == 3
    workshop.key(pygame.K_u)
    assert workshop.scene.draft.rules.line.loses == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", [BoardShape.SQUARE, BoardShape.HEXAGON, BoardShape.OCTAGON])
def test_no_caption_and_no_value_of_the_form_is_cut_in_the_smallest_window(
    language: str, shape: BoardShape, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Pilot(SMALLEST)
    small.app.set_language(language)
    draft = SheetDraft(new_sheet())
    for field in (field for column in COLUMNS for _heading, fields in column for field in fields):
        value = max(field.usual, key=lambda value, field=field: len(field.word_of(value)))
        draft.change(field.section, field.key, value)
    draft.change("board", "shape", shape)
    with heard(monkeypatch, SMALLEST) as words:
        small.open(WorkshopScene(small.app, draft))
        draw_anew(small, words)
        cut = words.cut - {small.scene.draft.sheet.title}
    small.app.close()
    assert cut == set()


def test_an_octagon_has_the_look_that_was_chosen(workshop: Pilot) -> None:
    draft = workshop.scene.draft
    draft.change("board", "shape", BoardShape.OCTAGON)
    assert geometry_of(draft.rules).surface is Surface.GRID
    draft.change("board", "look", Look.POND)
    assert geometry_of(draft.rules).surface is Surface.POCKETS


def test_leaving_with_changes_asks_first(workshop: Pilot) -> None:
    step(workshop, "line", "length", forward=True)
    workshop.press("Back")
    assert isinstance(workshop.scene, QuestionScene)
    workshop.press("Stay here")
    assert workshop.scene.draft.rules.line.length == 6
    workshop.press("Back")
    workshop.press("Leave without saving")
    assert isinstance(workshop.scene, MenuScene)


def test_changes_that_were_open_when_the_window_was_closed_are_offered_at_the_next_start(workshop: Pilot) -> None:
    step(workshop, "line", "length", forward=True)
    workshop.app.close()
    later = Pilot()
    later.open(MoreGamesScene(later.app))
    later.press("New game")
    assert isinstance(later.scene, QuestionScene)
    later.press("Go on")
    assert later.scene.draft.rules.line.length == 6
    later.press("Back")
    later.press("Leave without saving")
    later.press("New game")
    assert later.scene.draft.rules.line.length == 5
    later.app.close()


def test_changes_that_are_offered_can_be_discarded_for_another_game(workshop: Pilot) -> None:
    step(workshop, "line", "length", forward=True)
    workshop.open(MoreGamesScene(workshop.app))
    select(workshop, "tic_tac_toe")
    workshop.press("Open in the workshop")
    workshop.press("Discard the changes")
    assert workshop.scene.draft.rules.line.length == 3
    workshop.press("Back")
    workshop.press("New game")
    assert isinstance(workshop.scene, WorkshopScene)


def test_a_saved_game_is_renamed_exported_and_deleted(workshop: Pilot, home: Path) -> None:
    workshop.scene.draft.mark_saved(workshop.app.services.sheets.save(workshop.scene.draft.sheet))
    workshop.key(pygame.K_F2)
    workshop.frames(2)
    workshop.type("Lantern five")
    workshop.key(pygame.K_RETURN)
    workshop.press("Save")
    assert titles(workshop) == ["Lantern five"]
    workshop.press("More…")
    workshop.press("Save as a file for others")
    workshop.press("All right")
    assert [path.name for path in (home / "exports").iterdir()] == ["my_game.toml"]
    workshop.press("More…")
    workshop.press("Delete the game")
    workshop.press("Delete")
    assert titles(workshop) == []
    assert isinstance(workshop.scene, MenuScene)


def test_a_dropped_sheet_is_shown_before_it_is_installed(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "Falling Five.toml"
    path.write_text('title = "Falling five"\n[line]\nlength = 5\n[place]\nwhere = "drop"\n', encoding="utf-8")
    pilot.drop(path)
    assert isinstance(pilot.scene, OpenedSheetScene)
    pilot.press("Not now")
    assert titles(pilot) == []
    pilot.drop(path)
    pilot.press("Add to the menu")
    assert titles(pilot) == ["Falling five"]


def test_a_dropped_file_that_is_no_sheet_is_refused_with_line_and_reason(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('title = "Wrong"\n[line]\nlength = 99\n', encoding="utf-8")
    pilot.drop(path)
    assert isinstance(pilot.scene, QuestionScene)
    assert "wrong.toml" in pilot.scene._text
    assert "99" in pilot.scene._text
