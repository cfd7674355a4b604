from __future__ import annotations

import pygame
import pytest

from game.ui.board.opening_dialog import ChoiceScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.shell.dialogs import DialogAnswer, NameScene, QuestionScene, ask
from tools.pilot.pilot import Peer, Pilot


def named(pilot: Pilot, name: str = "Old name") -> list[str | None]:
    """Opens a name dialog; the list gets what it finishes with."""
    results: list[str | None] = []
    pilot.app.services.database.players.create("Ann")
    pilot.open(MenuScene(pilot.app))
    pilot.app.push(NameScene(pilot.app, "Save as…", "A name.", name, refuse_short_names), results.append)
    return results


def refuse_short_names(name: str) -> str | None:
    return (
        None if len(name) > 3 else "Longer, please, so that you find it again among all the others that you keep here."
    )


def test_the_letter_of_the_key_that_opened_a_name_dialog_does_not_replace_the_name() -> None:
    pilot = Pilot()
    results = named(pilot)
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="s", window=None))
    pilot.frames(3)
    pilot.key(pygame.K_RETURN)
    assert results == ["Old name"]


def test_typing_replaces_the_name_and_outlives_a_resize() -> None:
    pilot = Pilot()
    results = named(pilot)
    pilot.frames(2)
    pilot.type("Rainy evening")
    pilot.app.window.set_size((1000, 700))
    pilot.frames(2)
    pilot.press("OK")
    assert results == ["Rainy evening"]


def test_a_refused_name_is_explained_whole_and_can_be_mended() -> None:
    pilot = Pilot()
    results = named(pilot, "abc")
    pilot.frames(2)
    before = pilot.scene._height
    pilot.press("OK")
    assert results == []
    assert pilot.scene._height > before
    pilot.key(pygame.K_END)
    pilot.type("def")
    pilot.press("OK")
    assert results == ["abcdef"]


def test_cancel_is_reached_by_keys_and_gives_no_name() -> None:
    pilot = Pilot()
    results = named(pilot)
    pilot.frames(2)
    pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    assert results == [None]


def test_keys_do_not_repeat_once_a_name_dialog_is_left() -> None:
    pilot = Pilot()
    named(pilot)
    pilot.frames(2)
    pilot.key(pygame.K_ESCAPE)
    assert pygame.key.get_repeat() == (0, 0)


def test_escape_gives_a_questions_escape_answer_and_enter_its_first() -> None:
    pilot = Pilot()
    named(pilot)
    pilot.key(pygame.K_ESCAPE)
    answers: list[str] = []
    for key in (pygame.K_ESCAPE, pygame.K_RETURN):
        no = DialogAnswer("Play on", lambda: answers.append("no"))
        ask(pilot.app, "Resign?", "", no, DialogAnswer("Resign", lambda: answers.append("yes")), escape=0)
        pilot.key(key)
    assert answers == ["no", "no"]


def test_a_choice_leaves_the_board_in_sight() -> None:
    pilot = Pilot()
    named(pilot)
    pilot.key(pygame.K_ESCAPE)
    info = pilot.app.services.catalogue.rulesets["gomoku"].info
    pilot.app.push(ChoiceScene(pilot.app, "Ann", info, list(info.choices)))
    pilot.frames(2)
    board = pilot.app.stage.rect(288, 80, 704, 696)
    assert all(not button.rect.colliderect(board) for button in pilot.scene.controls.buttons)


@pytest.mark.parametrize("mark", ["\u200b", "\u200d", "\u202a", "\ufeff", "\u00ad", "\u2060", "\ufe0f", "\0"])
def test_a_letter_without_a_shape_is_not_taken_by_a_field(mark: str) -> None:
    pilot = Pilot()
    results = named(pilot)
    pilot.frames(2)
    pilot.type(f"{mark}Ru{mark}by{mark}")
    pilot.press("OK")
    assert results == ["Ruby"]


def test_a_pasted_text_is_cleaned_and_as_much_of_it_taken_as_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "\u202aRuby\n" + "x" * 500_000)
    pilot = Pilot()
    results = named(pilot)
    pilot.frames(2)
    pilot.key(pygame.K_v, pygame.KMOD_CTRL)
    pilot.press("OK")
    assert results[0].startswith("Ruby xxx")
    assert len(results[0]) < 100


def test_a_refused_name_keeps_the_caret_and_the_refusal_goes_with_the_next_letter() -> None:
    pilot = Pilot()
    results = named(pilot, "abc")
    pilot.frames(2)
    for key in (pygame.K_END, pygame.K_LEFT, pygame.K_RETURN):
        pilot.key(key)
    scene = pilot.scene
    assert isinstance(scene, NameScene)
    assert scene._is_refused
    height = scene._height
    pilot.type("x")
    assert scene._name == "abxc"
    assert not scene._is_refused
    assert scene._height == height, "the card does not jump while one types"
    pilot.press("OK")
    assert results == ["abxc"]


def test_the_caret_stays_when_the_field_is_left_and_found_again() -> None:
    pilot = Pilot()
    named(pilot, "abc")
    pilot.frames(2)
    pilot.key(pygame.K_END)
    pilot.key(pygame.K_LEFT)
    for _ in range(3):
        pilot.key(pygame.K_TAB)
    pilot.frames(2)
    pilot.type("x")
    assert pilot.scene._name == "abxc"


def test_backspace_takes_one_letter_from_a_name_that_was_proposed() -> None:
    pilot = Pilot()
    results = named(pilot, "Player 2")
    pilot.frames(2)
    pilot.key(pygame.K_BACKSPACE)
    pilot.type("3")
    pilot.press("OK")
    assert results == ["Player 3"]


def test_an_export_that_the_format_cannot_hold_is_greyed_out_with_its_reason(seat: Peer) -> None:
    pilot = seat("", "threestones", friend=False)
    while not isinstance(pilot.scene, PlayScene):
        pilot.key(pygame.K_ESCAPE)
    files = list(pilot.app.services.saves.path.glob("*"))
    pilot.scene.actions.menu.open()
    pilot.frames(2)
    scene = pilot.scene
    assert isinstance(scene, QuestionScene)
    button = next(each for each in scene.controls.buttons if each.label == "Export as Threestones file of 2017")
    assert not button.enabled
    assert any("Greedy" in answer.barred for answer in scene._answers)
    pilot.click(button.rect.center)
    assert pilot.scene is scene
    assert list(pilot.app.services.saves.path.glob("*")) == files


def test_the_card_of_a_choice_stands_on_the_grid_and_is_filled_to_its_end() -> None:
    pilot = Pilot()
    named(pilot)
    info = pilot.app.services.catalogue.rulesets["gomoku"].info
    for count in (2, 3):
        pilot.app.push(ChoiceScene(pilot.app, "Ann", info, list(info.choices[:count])))
        pilot.frames(2)
        scene, rect = pilot.scene, pilot.app.stage.rect
        assert isinstance(scene, ChoiceScene)
        column = rect(1016, 80, 240, 696)
        assert all(column.contains(button.rect) for button in scene.controls.buttons)
        assert [button.kind for button in scene.controls.buttons] == ["primary", *["ghost"] * (count - 1)]
        bottom = scene._y(count - 1) + scene._block
        assert 760 <= bottom <= 776
