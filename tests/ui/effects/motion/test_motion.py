"""Motions end, end where they would have been without them, are skipped by a click, and become fades on request."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.core.model import EMPTY
from game.core.request import PlayerRequest
from game.ui.effects.motion import timings
from game.ui.effects.motion.confetti import COLOURS, PIECES, thrown
from game.ui.effects.motion.tween import FADE
from game.ui.menu.demonstration import QUIET_SECONDS, DemonstrationScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play import end_banner
from tools.pilot.hand import at
from tools.pilot.pilot import FRAME, Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.tournaments import newest_to_go_on
from tools.tours.film_strips import FRAMES, STRIPS, Strip, film, place, press, rest, sit_down

FOURS = "h8 h9 i8 i9 j8 j9 k8 k9"


@pytest.fixture
def pilot(home) -> Pilot:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.app.services.opponent = ScriptedOpponent()
    yield flying
    flying.app.close()


def screen(pilot: Pilot) -> bytes:
    return pygame.image.tobytes(pilot.app.window.screen, "RGB")


def moving(pilot: Pilot) -> bool:
    scene = pilot.scene
    return scene.tweens.active or scene.controls.tweens.active or pilot.app._change.is_running


def frames_until_still(pilot: Pilot, most: float = 6.0) -> int:
    count = 0
    while moving(pilot):
        pilot.frames()
        count += 1
        assert count * FRAME < most, "a motion does not end"
    return count


def begin(pilot: Pilot, strip: Strip) -> None:
    next(film(pilot, strip))


@pytest.mark.parametrize("strip", STRIPS, ids=lambda strip: strip.name)
def test_every_motion_ends_with_the_picture_that_there_is_without_motion_and_leaves_nothing_to_draw(
    pilot: Pilot, strip: Strip
) -> None:
    begin(pilot, strip)
    frames_until_still(pilot)
    assert not pilot.app.step(FRAME)
    moved = screen(pilot)
    pilot.scene.repaint()
    pilot.frames()
    assert screen(pilot) == moved
    pilot.app.preferences.reduced_motion = True
    begin(pilot, strip)
    rest(pilot)
    assert screen(pilot) == moved


@pytest.mark.parametrize("strip", STRIPS, ids=lambda strip: strip.name)
def test_every_motion_is_seen(pilot: Pilot, strip: Strip) -> None:
    shown = {pygame.image.tobytes(frame, "RGB") for frame in film(pilot, strip)}
    assert len(shown) > FRAMES // 2 - 1


@pytest.mark.parametrize("strip", STRIPS, ids=lambda strip: strip.name)
def test_reduced_motion_leaves_nothing_but_a_short_fade(pilot: Pilot, strip: Strip) -> None:
    pilot.app.preferences.reduced_motion = True
    begin(pilot, strip)
    assert frames_until_still(pilot) * FRAME <= FADE.seconds + 2 * FRAME
    assert pilot.scene.board.motion.shake == 0 if strip.game else True


def test_a_click_ends_the_celebration_and_the_next_one_gives_the_board_free(pilot: Pilot) -> None:
    sit_down(pilot, "gomoku", FOURS)
    place("l8")(pilot)
    pilot.frames(8)
    spot = at(pilot, "c3")
    press(spot)(pilot)
    pilot.frames()
    assert pilot.scene.board.veil.stands
    assert not pilot.scene.tweens.active
    press(spot)(pilot)
    pilot.frames()
    assert pilot.scene.board.veil.share == 0


def test_a_click_during_a_drop_ends_it_and_places_the_next_stone(pilot: Pilot) -> None:
    sit_down(pilot, "gomoku", "h8")
    place("i9")(pilot)
    pilot.frames(3)
    place("j10")(pilot)
    pilot.frames()
    assert len(pilot.scene.table.match.plies) == 3
    assert list(pilot.scene.board.motion.now.falling) == [pilot.scene.table.match.state.geometry.cell("j10")]


def test_undo_lifts_the_stone_off_in_two_thirds_of_its_drop(pilot: Pilot) -> None:
    sit_down(pilot, "gomoku", "h8 i9")
    pilot.key(pygame.K_u)
    state = pilot.scene.table.match.state
    leaving = pilot.scene.board.motion.now.leaving
    assert list(leaving) == [state.geometry.cell("i9")]
    assert state.board[state.geometry.cell("i9")] == EMPTY
    heights = []
    while leaving is pilot.scene.board.motion.now.leaving:
        heights.append(next(iter(leaving.values())).progress)
        pilot.frames()
    assert heights[-1] < 0.5 < heights[0]
    assert timings.STONE_DROP.backwards(1.5).seconds == pytest.approx(0.22 / 1.5)


def test_a_motion_backwards_takes_its_values_from_the_end_to_the_beginning() -> None:
    back = timings.STONE_DROP.backwards()
    assert [1 - back.ease(t) for t in (0.0, 0.3, 1.0)] == pytest.approx(
        [timings.STONE_DROP.ease(t) for t in (1.0, 0.7, 0.0)]
    )


def test_there_are_120_pieces_of_confetti_in_the_colours_of_the_fair_that_all_come_down() -> None:
    pieces = thrown(7)
    assert len(pieces) == PIECES == 120
    assert len({piece.kind for piece in pieces}) > len(COLOURS)
    assert all(piece.place(3.5)[1] > piece.place(3.0)[1] for piece in pieces)
    assert thrown(7) == pieces != thrown(8)


def test_nobody_throws_confetti_for_an_opponent(seat: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(end_banner, "Confetti", lambda *about: made.append(about))
    pilot = seat("", "gomoku", friend=False)
    pilot.scene.table.ask(PlayerRequest.RESIGN)
    pilot.frames(3)
    assert pilot.scene.celebration.is_moving
    assert made == []


def test_a_scene_on_its_way_in_is_there_at_once_for_whoever_acts(pilot: Pilot) -> None:
    pilot.open(MenuScene(pilot.app))
    rest(pilot)
    pilot.app.push(MatchSetupScene(pilot.app, pilot.scene.subject))
    pilot.frames()
    assert moving(pilot)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1, touch=False))
    pilot.frames()
    assert not moving(pilot)


def test_a_button_that_its_own_press_replaces_comes_up_again(pilot: Pilot) -> None:
    sit_down(pilot, "gomoku", "h8 i9")
    place_of_undo = next(b for b in pilot.scene.controls.buttons if b.label == "Undo").rect
    press(place_of_undo.center)(pilot)
    seen = []
    for _ in range(16):
        pilot.frames()
        seen.append(next(b for b in pilot.scene.controls.buttons if b.rect == place_of_undo).pressed)
    assert max(seen) > 0.9
    assert seen[-1] == 0


def wait_on_the_menu(pilot: Pilot, seconds: float) -> None:
    for _ in range(round(seconds)):
        pilot.app.step(1.0)


def test_after_45_quiet_seconds_on_the_menu_two_opponents_play_until_somebody_comes(pilot: Pilot) -> None:
    pilot.open(MenuScene(pilot.app))
    wait_on_the_menu(pilot, QUIET_SECONDS - 2)
    assert isinstance(pilot.scene, MenuScene)
    pilot.key(pygame.K_RIGHT)
    wait_on_the_menu(pilot, QUIET_SECONDS - 2)
    assert isinstance(pilot.scene, MenuScene)
    wait_on_the_menu(pilot, 4)
    assert isinstance(pilot.scene, DemonstrationScene)
    scene, opponent = pilot.scene, pilot.app.services.opponent
    for _ in range(6):
        pilot.until(lambda: opponent.asked and opponent.asked[-1].revision == scene.game.match.revision, "a question")
        move = next(iter(scene.game.ruleset.legal_moves(scene.game.match.state)))
        geometry = scene.game.match.state.geometry
        opponent.answer(geometry.names[move.cell])
        pilot.frames(60)
    assert len(scene.game.match.plies) == 6
    pilot.key(pygame.K_SPACE)
    assert isinstance(pilot.scene, MenuScene)
    assert not newest_to_go_on(pilot.app.services.saves)
    wait_on_the_menu(pilot, 2 * QUIET_SECONDS)
    assert isinstance(pilot.scene, MenuScene)


def test_an_opponent_that_fails_ends_the_demonstration_without_a_word(pilot: Pilot) -> None:
    pilot.open(MenuScene(pilot.app))
    wait_on_the_menu(pilot, QUIET_SECONDS + 3)
    pilot.app.services.opponent.fail("It fell asleep.")
    pilot.frames(5)
    wait_on_the_menu(pilot, 3)
    assert isinstance(pilot.scene, MenuScene)
