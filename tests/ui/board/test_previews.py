"""A turn of several stones is laid out as ghosts, edited and played whole; other games know none of that."""

from __future__ import annotations

import pygame
import pytest

from game.core.model import Reason
from game.core.request import PlayerRequest
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.play.play_scene import PlayScene
from game.ui.shell.dialogs import QuestionScene
from tools.pilot.hand import A_WHILE, at, click, drag
from tools.pilot.pilot import Peer, Pilot


def previews(pilot: Pilot) -> str:
    names = pilot.scene.table.match.state.geometry.names
    assert list(pilot.scene.board.previews) == list(pilot.scene.pending.moves)
    return " ".join(names[move.cell] for move in pilot.scene.pending.moves)


def played(pilot: Pilot) -> str:
    names = pilot.scene.table.match.state.geometry.names
    return " ".join(names[move.cell] for move in pilot.scene.table.match.moves)


def button(pilot: Pilot, label: str):
    return next(b for b in pilot.scene.controls.buttons if b.label == label)


def test_the_very_first_turn_of_one_stone_is_played_at_once(seat: Peer) -> None:
    pilot = seat("")
    assert "Play stones" not in [b.label for b in pilot.scene.controls.buttons]
    click(pilot, "j10")
    assert (played(pilot), previews(pilot)) == ("j10", "")
    assert not button(pilot, "Play stones").enabled


def test_two_clicks_lay_ghosts_down_and_only_the_button_plays_them_as_one_command(seat: Peer) -> None:
    pilot = seat()
    revision = pilot.scene.table.match.revision
    click(pilot, "k11")
    assert not button(pilot, "Play stones").enabled
    click(pilot, "l12")
    assert (played(pilot), previews(pilot)) == ("j10", "k11 l12")
    assert pilot.scene._note == "Stones placed at K11 and L12: press “Play stones”, or click one to take it back."
    pilot.press("Play stones")
    assert (played(pilot), previews(pilot)) == ("j10 k11 l12", "")
    assert pilot.scene.table.match.revision == revision + 1
    assert pilot.scene._note == "Ben played K11 and L12. Ann to move, 2 stones to place."


def test_a_click_takes_a_ghost_off_and_a_third_cell_moves_the_newer_one(seat: Peer) -> None:
    pilot = seat()
    for cell, expected in (("k11", "k11"), ("l12", "k11 l12"), ("m13", "k11 m13"), ("k11", "m13"), ("m13", "")):
        click(pilot, cell)
        assert previews(pilot) == expected
    assert played(pilot) == "j10"


def test_a_ghost_is_dragged_to_another_cell_and_off_the_board(seat: Peer) -> None:
    pilot = seat("j10 k11 l12")
    drag(pilot, "k11", "k12")
    assert previews(pilot) == "k12 l12"
    drag(pilot, "k12", "j10")
    assert previews(pilot) == "k12 l12", "a stone lies there"
    drag(pilot, "k12", "l12")
    assert previews(pilot) == "k12 l12", "a ghost lies there"
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at(pilot, "k12"), button=1, touch=False))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(5, 400), button=1, touch=False))
    pilot.frames(2)
    assert previews(pilot) == "l12"


def test_a_double_click_plays_a_turn_that_it_makes_complete_and_no_other(seat: Peer) -> None:
    pilot = seat()
    click(pilot, "k11", frames=0)
    click(pilot, "k11")
    assert (played(pilot), previews(pilot)) == ("j10", "k11"), "one stone is no turn"
    click(pilot, "l12", frames=0)
    click(pilot, "l12")
    assert played(pilot) == "j10 k11 l12"
    click(pilot, "a1")
    click(pilot, "b1")
    click(pilot, "a1", frames=0)
    click(pilot, "a1")
    assert played(pilot) == "j10 k11 l12 b1 a1"


def test_a_turn_is_laid_out_edited_and_played_with_the_keyboard_alone(seat: Peer) -> None:
    pilot = seat()
    for key in (pygame.K_RIGHT, pygame.K_RETURN, pygame.K_UP, pygame.K_SPACE):
        pilot.key(key)
    assert previews(pilot) == "k10 k11"
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_DELETE)
    assert previews(pilot) == "k11", "the one under the cursor goes"
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_BACKSPACE)
    assert previews(pilot) == "", "else the newest"
    for key in (pygame.K_RETURN, pygame.K_RETURN, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN):
        pilot.key(key)
    assert previews(pilot) == "l10 l11", "Enter on a ghost takes it off while the turn is not complete"
    pilot.key(pygame.K_RETURN)
    assert played(pilot) == "j10 l10 l11"


def test_escape_takes_all_ghosts_off_and_undo_the_newest_before_they_do_anything_else(seat: Peer) -> None:
    pilot = seat("j10 k11 l12")
    pilot.press("Undo")
    assert (previews(pilot), played(pilot)) == ("k11", "j10")
    click(pilot, "l12")
    pilot.key(pygame.K_ESCAPE)
    assert (previews(pilot), played(pilot)) == ("", "j10")
    assert isinstance(pilot.scene, PlayScene)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, QuestionScene)


def test_what_the_rules_refuse_is_said_and_leaves_the_ghosts(seat: Peer) -> None:
    pilot = seat("j10 k11")
    click(pilot, "j10")
    assert previews(pilot) == "k11"
    assert pilot.scene._note == "There is already a stone on J10."
    click(pilot, "l12")
    click(pilot, "j10")
    assert previews(pilot) == "k11 l12"


def test_a_first_stone_that_wins_is_played_alone(seat: Peer) -> None:
    pilot = seat("")
    ruleset, match = pilot.scene.table.tournament.ruleset, pilot.scene.table.match
    stones = {match.state.geometry.cell(f"{letter}5"): "b" for letter in "abcde"}
    match.first_state = ruleset.arrange({}, stones, "b")
    pilot.scene.refresh()
    click(pilot, "f5")
    assert pilot.scene._note == "Winning move: F5. Play it!"
    pilot.press("Play move")
    assert (played(pilot), match.outcome.winner) == ("f5", 0)


def test_ghosts_go_when_the_position_changes_and_the_menu_leaves_them(seat: Peer) -> None:
    pilot = seat()
    pilot.press("Undo")
    click(pilot, "j10")
    click(pilot, "k11")
    pilot.key(pygame.K_ESCAPE)
    assert previews(pilot) == ""
    pilot.press("Undo")
    pilot.press("Redo")
    click(pilot, "k11")
    pilot.press("Save")
    pilot.key(pygame.K_ESCAPE)
    assert previews(pilot) == "k11"
    pilot.scene.table.ask(PlayerRequest.UNDO)
    pilot.scene.refresh()
    assert previews(pilot) == ""


def test_a_turn_that_was_laid_out_before_the_match_moved_on_is_refused(seat: Peer) -> None:
    pilot = seat()
    for name in ("k11", "l12"):
        click(pilot, name)
    match = pilot.scene.table.match
    match.undo()
    match.redo()
    refused = pilot.scene.pending.play()
    assert refused == Reason("stale", "The position changed before this move was played.")
    assert played(pilot) == "j10"
    click(pilot, "m13")
    pilot.press("Play stones")
    assert played(pilot) == "j10 k11 m13", "ghosts that were laid down anew are meant for the match as it is"


def test_a_word_that_was_chosen_before_the_match_moved_on_is_refused(seat: Peer) -> None:
    pilot = seat("h8 h9 g9", "gomoku", opening="swap2")
    assert isinstance(pilot.scene, ChoiceScene)
    match = next(scene for scene, _ in pilot.app.scenes.entries if isinstance(scene, PlayScene)).table.match
    match.undo()
    match.redo()
    pilot.press("Play Black")
    assert pilot.scene._note == "The position changed before this move was played."
    assert len(match.plies) == 3


def test_nothing_of_a_turn_is_saved_before_it_is_played(seat: Peer) -> None:
    pilot = seat("j10 k11 l12")
    pilot.app.services.autosave.flush()
    saves = pilot.app.services.saves
    assert len(saves.load("test").current.match.plies) == 1
    pilot.press("Play stones")
    pilot.app.services.autosave.flush()
    assert len(saves.load("test").current.match.plies) == 3


def test_an_opponents_turn_has_no_ghosts_and_mine_begins_without_any(seat: Peer) -> None:
    pilot = seat("j10", friend=False)
    click(pilot, "a1")
    assert previews(pilot) == ""
    pilot.app.services.opponent.answer("k11", "l12")
    pilot.frames(A_WHILE)
    click(pilot, "a1")
    assert (previews(pilot), played(pilot)) == ("a1", "j10 k11 l12")
    pilot.press("Undo")
    pilot.help_me("Undo")
    assert played(pilot) == "", "the whole turn of each side"


def test_a_hint_shows_all_stones_of_the_turn_and_a_second_press_lays_them_out(seat: Peer) -> None:
    pilot = seat("j10 a1")
    pilot.press("Hint")
    pilot.app.services.opponent.answer("k11", "l12")
    pilot.frames(A_WHILE)
    names = pilot.scene.table.match.state.geometry.names
    assert [names[place.cell] for place in pilot.scene.board.suggestions] == ["k11", "l12"]
    assert pilot.scene._note == "Try K11 and L12. Press Hint again to place the stones."
    assert previews(pilot) == "a1"
    pilot.key(pygame.K_h)
    assert previews(pilot) == "k11 l12"
    pilot.press("Play stones")
    assert played(pilot) == "j10 k11 l12"
    assert list(pilot.scene.board.suggestions) == []


@pytest.mark.parametrize("game", ["gomoku", "six_in_a_row"])
def test_a_click_plays_at_once_where_a_turn_is_one_stone(seat: Peer, game: str) -> None:
    pilot = seat("h8 h9", game)
    assert (played(pilot), previews(pilot)) == ("h8 h9", "")
    assert "Play stones" not in [b.label for b in pilot.scene.controls.buttons]


def test_the_stones_of_an_opening_are_placed_one_by_one(seat: Peer) -> None:
    pilot = seat("h8 h9", "gomoku", opening="swap2")
    assert (played(pilot), previews(pilot)) == ("h8 h9", "")
