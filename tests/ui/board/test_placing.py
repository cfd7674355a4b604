"""How a stone is placed: confirmed first or at once, when the pointer goes down or when it comes up."""

from __future__ import annotations

import pygame
import pytest

from game.ui.play.play_scene import PlayScene
from game.ui.training.lessons.lesson_scene import LessonScene
from tests.ui.board.test_previews import button, played, previews
from tools.pilot.hand import A_WHILE, at, click, drag
from tools.pilot.pilot import Peer, Pilot


def confirming(seat: Peer, moves: str = "", game: str = "gomoku", **options: str) -> Pilot:
    """A game with these moves made in which every stone is confirmed from now on."""
    pilot = seat(moves, game, **options)
    pilot.app.preferences.confirm_placement = True
    pilot.scene.arrange()
    return pilot


def post(pilot: Pilot, kind: int, point: tuple[float, float]) -> None:
    more = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
    pygame.event.post(pygame.event.Event(kind, pos=(round(point[0]), round(point[1])), touch=False, **more))
    pilot.frames(2)


# Confirming


def test_a_first_click_lays_a_ghost_and_a_second_one_on_it_places_it(seat: Peer) -> None:
    pilot = confirming(seat)
    assert not button(pilot, "Place stone").enabled
    click(pilot, "h8")
    assert (played(pilot), previews(pilot)) == ("", "h8")
    assert pilot.scene._note == "H8: press Enter or click again to place the stone."
    click(pilot, "h8")
    assert (played(pilot), previews(pilot)) == ("h8", "")


def test_a_click_elsewhere_moves_the_ghost_and_so_does_dragging_it(seat: Peer) -> None:
    pilot = confirming(seat, "h8")
    click(pilot, "i9")
    click(pilot, "j10")
    assert previews(pilot) == "j10"
    drag(pilot, "j10", "k11")
    assert (played(pilot), previews(pilot)) == ("h8", "k11")


def test_the_big_button_places_the_ghost(seat: Peer) -> None:
    pilot = confirming(seat, "h8")
    click(pilot, "i9")
    assert button(pilot, "Place stone").kind == "primary"
    pilot.press("Place stone")
    assert played(pilot) == "h8 i9"


def test_enter_lays_a_ghost_enter_elsewhere_moves_it_and_enter_on_it_places_it(seat: Peer) -> None:
    pilot = confirming(seat)
    for key in (pygame.K_RIGHT, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN):
        pilot.key(key)
    assert (played(pilot), previews(pilot)) == ("", "h9")
    pilot.key(pygame.K_RETURN)
    assert (played(pilot), previews(pilot)) == ("h9", "")


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_DELETE, pygame.K_u])
def test_a_ghost_is_taken_off_before_anything_else_is_undone_or_left(seat: Peer, key: int) -> None:
    pilot = confirming(seat, "h8")
    click(pilot, "i9")
    pilot.key(key)
    assert (played(pilot), previews(pilot)) == ("h8", "")


def test_what_the_rules_refuse_never_becomes_a_ghost(seat: Peer) -> None:
    pilot = confirming(seat, "h8")
    click(pilot, "h8")
    assert previews(pilot) == ""
    assert pilot.scene._note == "There is already a stone on H8."


def test_each_stone_of_an_opening_is_confirmed_by_itself(seat: Peer) -> None:
    pilot = confirming(seat, opening="swap2")
    for cell in ("h8", "h9"):
        click(pilot, cell)
        click(pilot, cell)
    assert (played(pilot), previews(pilot)) == ("h8 h9", "")


def test_picking_another_stone_changes_the_ghost(seat: Peer) -> None:
    pilot = confirming(seat, "", "threestones")
    while not isinstance(pilot.scene, PlayScene):
        pilot.key(pygame.K_RETURN)
        pilot.frames(60)
    cell = next(iter(pilot.scene.table.match.ruleset.legal_moves(pilot.scene.table.match.state))).cell
    click(pilot, pilot.scene.table.match.state.geometry.names[cell])
    before = pilot.scene.pending.moves[0].stone
    pilot.key(pygame.K_TAB)
    (ghost,) = pilot.scene.pending.moves
    assert (ghost.cell, ghost.stone) == (cell, pilot.scene.picture.picker.letter)
    assert ghost.stone != before


def test_a_turn_of_two_stones_is_laid_out_as_ever_and_a_single_first_one_is_confirmed(seat: Peer) -> None:
    pilot = confirming(seat, "", "connect6")
    click(pilot, "j10")
    click(pilot, "j10")
    click(pilot, "k11")
    click(pilot, "k11")
    assert (played(pilot), previews(pilot)) == ("j10", ""), "a click takes one of two ghosts off"
    click(pilot, "k11")
    click(pilot, "l12")
    pilot.press("Play stones")
    assert played(pilot) == "j10 k11 l12"


def test_a_ghost_goes_when_the_player_wants_no_confirmation_any_more(seat: Peer) -> None:
    pilot = confirming(seat)
    click(pilot, "h8")
    pilot.app.preferences.confirm_placement = False
    pilot.scene.resume()
    assert (previews(pilot), pilot.scene._note) == ("", "Ann to move.")
    click(pilot, "h8")
    assert played(pilot) == "h8"


def test_a_hint_is_laid_out_by_a_second_press_and_still_has_to_be_placed(seat: Peer) -> None:
    pilot = confirming(seat, "h8")
    pilot.press("Hint")
    pilot.app.services.opponent.answer("i9")
    pilot.frames(A_WHILE)
    assert pilot.scene._note.endswith("Press Hint again to place the stone.")
    pilot.press("Hint")
    assert (played(pilot), previews(pilot)) == ("h8", "i9")


def test_stones_of_an_introduction_are_confirmed_too(seat: Peer) -> None:
    pilot = confirming(seat)
    scene = LessonScene(pilot.app, pilot.app.services.catalogue.rulesets["gomoku"])
    pilot.app.push(scene)
    move = next(iter(scene.ruleset.legal_moves(scene.exercise.match.state)))
    point, before = scene.board.layout.centre(move.cell), len(scene.exercise.match.plies)
    pilot.click(point)
    pilot.frames(A_WHILE)
    assert [ghost.cell for ghost in scene.pending.moves] == [move.cell]
    assert len(scene.exercise.match.plies) == before
    pilot.press("Place stone")
    assert len(scene.exercise.match.plies) == before + 1


# On release


def releasing(seat: Peer, moves: str = "", game: str = "gomoku") -> Pilot:
    pilot = seat(moves, game)
    pilot.app.preferences.place_on_release = True
    return pilot


def test_without_the_preference_a_stone_is_placed_when_the_pointer_goes_down(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    post(pilot, pygame.MOUSEBUTTONDOWN, at(pilot, "h8"))
    assert played(pilot) == "h8"


def test_on_release_the_stone_waits_pressed_until_the_pointer_comes_up(seat: Peer) -> None:
    pilot = releasing(seat)
    post(pilot, pygame.MOUSEBUTTONDOWN, at(pilot, "h8"))
    assert played(pilot) == ""
    assert pilot.scene.board.pressed == pilot.scene.table.match.state.geometry.cell("h8")
    post(pilot, pygame.MOUSEBUTTONUP, at(pilot, "h8"))
    assert (played(pilot), pilot.scene.board.pressed) == ("h8", None)


@pytest.mark.parametrize("end", ["i9", ""])
def test_sliding_off_the_cell_takes_the_press_back(seat: Peer, end: str) -> None:
    pilot = releasing(seat)
    to = at(pilot, end) if end else (5.0, 400.0)
    post(pilot, pygame.MOUSEBUTTONDOWN, at(pilot, "h8"))
    post(pilot, pygame.MOUSEMOTION, to)
    post(pilot, pygame.MOUSEBUTTONUP, to)
    assert (played(pilot), pilot.scene.board.pressed) == ("", None)


def test_ghosts_are_laid_dragged_and_doubly_clicked_on_release_as_well(seat: Peer) -> None:
    pilot = releasing(seat, "j10", "connect6")
    click(pilot, "k11")
    drag(pilot, "k11", "k12")
    click(pilot, "l12", frames=0)
    assert previews(pilot) == "k12 l12"
    click(pilot, "l12")
    assert played(pilot) == "j10 k12 l12"


def test_a_press_is_forgotten_when_a_dialog_opens_over_it(seat: Peer) -> None:
    pilot = releasing(seat)
    post(pilot, pygame.MOUSEBUTTONDOWN, at(pilot, "h8"))
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_ESCAPE)
    post(pilot, pygame.MOUSEBUTTONUP, at(pilot, "h8"))
    assert played(pilot) == ""
