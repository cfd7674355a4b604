"""Setting a position up on screen: by mouse and by keys, judged while one edits, then analysed."""

from __future__ import annotations

import pygame
import pytest

from game.core.model import MarkKind
from game.core.tournament import Practice
from game.library.index.sources import SourceKind
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.editor.editor_scene import EditorScene
from game.ui.library.collection_scene import CollectionScene
from game.ui.library.library_scene import LibraryScene
from game.ui.play.play_scene import PlayScene
from tools.pilot.hand import at, click
from tools.pilot.pilot import Peer, Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.tours.editor_tour import set_up


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    """The editor, opened by its door in the lantern room."""
    flying = seat("", "gomoku")
    flying.app.push(CollectionScene(flying.app))
    flying.frames(3)
    room = flying.scene
    door = next(number for number, entry in enumerate(room._entries) if entry.title == "Set up a position")
    flying.click(room.controls.buttons[door].rect.center)
    flying.frames(3)
    assert isinstance(flying.scene, EditorScene)
    return flying


def lying(pilot: Pilot) -> dict[str, str]:
    draft = pilot.scene.draft
    return {draft.geometry.names[cell]: letter for cell, letter in draft.stones.items()}


def button(pilot: Pilot, label: str):
    return next(each for each in pilot.scene.controls.buttons if each.label == label)


def right_click(pilot: Pilot, name: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at(pilot, name), button=3, touch=False))
    pilot.frames(3)


def test_a_press_puts_the_stone_whose_turn_it_is_and_a_press_on_a_stone_takes_it_off(pilot: Pilot) -> None:
    for name in ("h8", "h9", "i9"):
        click(pilot, name)
    assert lying(pilot) == {"h8": "b", "h9": "w", "i9": "b"}
    click(pilot, "h9")
    right_click(pilot, "i9")
    assert lying(pilot) == {"h8": "b"}


def test_a_chosen_stone_replaces_another_one_and_the_eraser_takes_off(pilot: Pilot) -> None:
    click(pilot, "h8")
    pilot.key(pygame.K_2)
    click(pilot, "h8")
    assert lying(pilot) == {"h8": "w"}
    pilot.key(pygame.K_4)
    click(pilot, "h8")
    assert lying(pilot) == {}


def test_what_is_wrong_is_said_at_once_and_nothing_goes_on_from_it(pilot: Pilot) -> None:
    click(pilot, "h8")
    assert button(pilot, "Analyse this position").enabled
    pilot.key(pygame.K_1)
    click(pilot, "h9")
    assert not button(pilot, "Analyse this position").enabled
    assert "Black 2, White 0" in button(pilot, "Analyse this position").why
    pilot.key(pygame.K_u)
    assert button(pilot, "Analyse this position").enabled


def test_a_finished_game_can_be_analysed(pilot: Pilot) -> None:
    set_up(pilot, "gomoku", {"b": "h8 i8 j8 k8 l8", "w": "g9 h9 c3 d4"})
    assert button(pilot, "Analyse this position").enabled


def test_keys_alone_put_remove_and_take_back(pilot: Pilot) -> None:
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    assert lying(pilot) == {"h8": "b", "i8": "w"}
    pilot.key(pygame.K_DELETE)
    assert lying(pilot) == {"h8": "b"}
    pilot.key(pygame.K_z, pygame.KMOD_CTRL)
    assert lying(pilot) == {"h8": "b", "i8": "w"}
    pilot.key(pygame.K_m)
    assert lying(pilot) == {"h8": "b", "g8": "w"}
    pilot.key(pygame.K_e)
    assert lying(pilot) == {}


def test_tab_walks_along_the_stones_and_then_to_the_buttons(pilot: Pilot) -> None:
    tools = pilot.scene.picture.tools
    pilot.key(pygame.K_1)
    seen = [tools.chosen]
    for _step in range(3):
        pilot.key(pygame.K_TAB)
        seen.append(tools.chosen)
    assert seen == ["b", "w", "by turns", "eraser"]
    pilot.key(pygame.K_TAB)
    assert pilot.scene.controls.focused is not None


def test_a_position_that_was_not_changed_leads_back_to_its_study(pilot: Pilot) -> None:
    for name in ("h8", "h9", "i9"):
        click(pilot, name)
    pilot.press("Analyse this position")
    pilot.frames(3)
    analysis = pilot.scene
    assert isinstance(analysis, AnalysisScene)
    assert analysis.match.state.colour == "w"
    click(pilot, "i8")
    pilot.key(pygame.K_F4)
    pilot.press("Analyse this position")
    pilot.frames(3)
    assert pilot.scene is analysis


def test_a_changed_position_is_analysed_and_back_leads_to_the_study_before(pilot: Pilot) -> None:
    click(pilot, "h8")
    pilot.press("Analyse this position")
    pilot.frames(3)
    first = pilot.scene
    pilot.key(pygame.K_F4)
    click(pilot, "h9")
    pilot.key(pygame.K_a)
    pilot.frames(3)
    assert pilot.scene is not first
    assert pilot.scene.match.state.colour == "b"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is first


@pytest.mark.parametrize("moves", [[], ["i8"], ["i8", "j8"]])
def test_a_saved_study_of_a_position_is_found_among_the_studies_and_explored_again(
    pilot: Pilot, moves: list[str]
) -> None:
    """Without a move, with one, and with two that were tried in place of each other."""
    click(pilot, "h8")
    pilot.press("Analyse this position")
    pilot.frames(3)
    for name in moves:
        click(pilot, name)
        pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_s)
    pilot.frames(3)
    pilot.key(pygame.K_RETURN)
    pilot.app.push(LibraryScene(pilot.app, kind=SourceKind.STUDY))
    library = pilot.scene
    pilot.until(lambda: library.is_settled and library.count == 1, "the study")
    pilot.key(pygame.K_RETURN)
    pilot.frames(3)
    assert isinstance(pilot.scene, AnalysisScene)
    assert len(pilot.scene.table.study.tree) == len(moves)
    assert pilot.scene.table.study.first_state.board.count("b") == 1


def test_a_game_from_the_position_is_practice_and_the_opponent_answers(pilot: Pilot) -> None:
    click(pilot, "h8")
    pilot.press("Analyse this position")
    pilot.frames(3)
    pilot.key(pygame.K_p)
    pilot.frames(3)
    assert "unrated" in pilot.scene._text
    pilot.click(pilot.scene.controls.buttons[0].rect.center)
    pilot.frames(10)
    table = pilot.scene.table
    assert isinstance(pilot.scene, PlayScene)
    assert table.tournament.practice_of(table.tournament.games[0]) is Practice.TAKEN_OVER
    assert pilot.app.services.opponent.asked[-1].position_text == table.match.ruleset.dump(table.match.state)
    pilot.app.services.opponent.answer("h9")
    pilot.frames(10)
    assert len(table.match.plies) == 1


def test_the_game_and_its_options_change_under_the_stones_and_can_be_taken_back(pilot: Pilot) -> None:
    click(pilot, "h8")
    pilot.press("Freestyle")
    assert pilot.scene.draft.options["variant"] == "standard"
    pilot.press("−")
    assert (pilot.scene.draft.options["size"], lying(pilot)) == (14, {"h7": "b"})
    pilot.press("Gomoku")
    pilot.frames(3)
    assert pilot.scene.subject.info.id == "connect6"
    for _edit in range(3):
        pilot.key(pygame.K_u)
    assert lying(pilot) == {"h8": "b"}
    assert pilot.scene.subject.info.id == "gomoku"


def test_the_last_stone_binds_the_next_on_the_pond(pilot: Pilot) -> None:
    scene = set_up(pilot, "threestones", {"w": "e8", "b": "g7"})
    pilot.key(pygame.K_5)
    click(pilot, "g7")
    marks = {mark.kind for mark in scene.subject.marks(scene.match.state)}
    assert MarkKind.LEGAL in marks


def test_a_position_is_copied_and_pasted_and_a_text_that_is_none_is_refused_with_a_sentence(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", held.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held[-1])
    click(pilot, "h8")
    pilot.press("Copy")
    pilot.key(pygame.K_e)
    editor = pilot.scene
    pilot.press("Paste")
    pilot.until(lambda: pilot.scene is editor and lying(pilot) == {"h8": "b"}, "the pasted position")
    held.append("milk and bread")
    pilot.key(pygame.K_v, pygame.KMOD_CTRL)
    pilot.until(lambda: pilot.scene is editor, "the refusal")
    assert lying(pilot) == {"h8": "b"}
    assert pilot.scene._message == "The clipboard was not understood: line 1: “milk” is not a move."


def test_a_pasted_game_sets_up_the_position_at_its_end(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "H8I9")
    editor = pilot.scene
    pilot.key(pygame.K_v)
    pilot.until(lambda: pilot.scene is editor and bool(lying(pilot)), "the pasted position")
    assert lying(pilot) == {"h8": "b", "i9": "w"}


def test_without_a_clipboard_there_is_nothing_to_paste(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "get_text", broken)
    editor = pilot.scene
    pilot.press("Paste")
    pilot.until(lambda: pilot.scene is editor, "the refusal")
    assert pilot.scene._message == "The clipboard was not understood: the clipboard contains no text."


def test_what_was_set_up_is_there_again_and_a_look_at_another_position_leaves_it(pilot: Pilot) -> None:
    click(pilot, "h8")
    pilot.key(pygame.K_ESCAPE)
    set_up(pilot, "connect6", {"b": "j10"})
    pilot.key(pygame.K_ESCAPE)
    pilot.app.push(EditorScene(pilot.app))
    pilot.frames(3)
    assert lying(pilot) == {"h8": "b"}
    assert not pilot.scene.editor.can_undo


def test_f4_sets_the_position_on_the_analysis_board_up_and_escape_leads_back_to_it(seat: Peer) -> None:
    pilot = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    pilot.press("Results")
    pilot.key(pygame.K_a)
    analysis = pilot.scene
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_F4)
    assert isinstance(pilot.scene, EditorScene)
    assert len(lying(pilot)) == 8
    assert pilot.scene.draft.colour == ""
    pilot.key(pygame.K_F4)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is analysis


def test_f4_at_a_table_does_nothing_while_one_plays(seat: Peer) -> None:
    pilot = seat("h8 a1", "gomoku")
    table = pilot.scene
    pilot.key(pygame.K_F4)
    assert pilot.scene is table


def test_the_engine_of_an_exploration_below_rests_and_reads_on_afterwards(pilot: Pilot) -> None:
    engine = pilot.app.services.prover = ScriptedOpponent()
    click(pilot, "h8")
    pilot.press("Analyse this position")
    pilot.frames(3)
    questions, cancelled = len(engine.asked), engine.cancelled
    assert questions == 1
    pilot.key(pygame.K_F4)
    pilot.frames(3)
    assert isinstance(pilot.scene, EditorScene)
    assert engine.cancelled > cancelled
    assert len(engine.asked) == questions
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(3)
    assert len(engine.asked) == questions + 1


def test_two_people_who_play_from_a_position_are_the_player_and_a_friend(pilot: Pilot) -> None:
    click(pilot, "h8")
    pilot.press("Analyse this position")
    pilot.frames(3)
    pilot.key(pygame.K_p)
    pilot.frames(3)
    pilot.press("Two people at this computer")
    pilot.frames(10)
    names = [each.name for each in pilot.scene.table.tournament.participants]
    assert names == ["Ann", "Friend"]
    click(pilot, "h9")
    assert len(pilot.scene.match.plies) == 1
