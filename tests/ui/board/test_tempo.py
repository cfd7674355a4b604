"""The tempo of an opponent at the table: seen, skipped by a click beside the buttons, and off in the settings."""

from __future__ import annotations

import pygame
import pytest

from game.ui.play.play_scene import PlayScene
from game.ui.widgets.buttons import Button
from tools.pilot.hand import at, click
from tools.pilot.pilot import Peer, Pilot


def facing_somebody_slow(seat: Peer) -> Pilot:
    pilot = seat("", "gomoku", friend=False)
    pilot.app.preferences.opponents_take_time = True
    click(pilot, "h8", frames=0)
    pilot.app.services.opponent.answer("j10")
    pilot.frames(2)
    return pilot


def plies(pilot: Pilot) -> int:
    return plies_of(pilot.scene)


def plies_of(scene: PlayScene) -> int:
    return len(scene.table.match.plies)


def post(kind: int, button: Button) -> None:
    pygame.event.post(pygame.event.Event(kind, pos=button.rect.center, button=1, touch=False))


def test_an_opponents_stone_falls_when_it_has_taken_its_time(seat: Peer) -> None:
    pilot = facing_somebody_slow(seat)
    assert plies(pilot) == 1
    pilot.frames(5, seconds=0.5)
    assert plies(pilot) == 2


def test_a_click_skips_the_wait_and_does_nothing_else(seat: Peer) -> None:
    pilot = facing_somebody_slow(seat)
    pilot.click(at(pilot, "c3"))
    assert plies(pilot) == 2
    assert pilot.scene.table.person_to_move


@pytest.mark.parametrize("label", ["Resign", "Menu", "Settings"])
def test_a_click_on_a_button_during_the_wait_presses_it(label: str, seat: Peer) -> None:
    pilot = facing_somebody_slow(seat)
    table = pilot.scene
    button = next(each for each in table.controls.buttons if label in (each.label, each.tip))
    pilot.click(button.rect.center)
    assert pilot.scene is not table
    assert plies_of(table) == 1


def test_a_click_on_undo_during_the_wait_takes_back_what_nobody_has_answered_yet(seat: Peer) -> None:
    pilot = facing_somebody_slow(seat)
    pilot.press("Undo")
    assert plies(pilot) == 0


def test_a_click_on_a_button_that_is_off_skips_the_wait(seat: Peer) -> None:
    pilot = facing_somebody_slow(seat)
    off = next(each for each in pilot.scene.controls.buttons if not each.enabled)
    pilot.click(off.rect.center)
    assert plies(pilot) == 2


def test_a_button_that_is_held_while_the_answer_falls_is_pressed(seat: Peer) -> None:
    pilot = facing_somebody_slow(seat)
    scene = pilot.scene
    button = next(each for each in scene.controls.buttons if "Menu" in (each.label, each.tip))
    post(pygame.MOUSEBUTTONDOWN, button)
    pilot.frames(3, seconds=1.0)
    assert plies(pilot) == 2
    post(pygame.MOUSEBUTTONUP, button)
    pilot.frames(2)
    assert pilot.scene is not scene


def test_a_button_that_is_held_when_another_scene_opens_is_let_go(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    scene = pilot.scene
    button = next(each for each in scene.controls.buttons if "Menu" in (each.label, each.tip))
    post(pygame.MOUSEBUTTONDOWN, button)
    pilot.frames(2)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is not scene
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    post(pygame.MOUSEBUTTONUP, button)
    pilot.frames(2)
    assert pilot.scene is scene


def test_a_click_while_the_opponent_really_thinks_acts_as_ever(seat: Peer) -> None:
    pilot = seat("", "gomoku", friend=False)
    pilot.app.preferences.opponents_take_time = True
    click(pilot, "h8")
    pilot.press("Undo")
    assert plies(pilot) == 0


def test_undo_takes_a_held_answer_back_too(seat: Peer) -> None:
    pilot = facing_somebody_slow(seat)
    pilot.scene.actions.undo()
    pilot.frames(5, seconds=0.5)
    assert plies(pilot) == 0


def test_opponents_that_do_not_take_their_time_answer_at_once(seat: Peer) -> None:
    pilot = seat("", "gomoku", friend=False)
    click(pilot, "h8", frames=0)
    pilot.app.services.opponent.answer("j10")
    pilot.frames(1)
    assert plies(pilot) == 2
