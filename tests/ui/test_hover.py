"""The pointer tells what can be done: everything lights up under it, icons and cut words have names, shapes fit."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.ui.menu.ladder import LadderScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.progress.players.players import PlayersScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.shell.form import FormScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import ListField
from game.ui.widgets.form import Form
from game.ui.widgets.tooltip import REST_SECONDS, tooltip_text
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot
from tools.tours.scene_tour import tour


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    flying.frames(60)
    yield flying
    flying.app.close()


def move(pilot: Pilot, point: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(0, 0, 0), touch=False))
    pilot.frames(2)


def leave(pilot: Pilot) -> None:
    pygame.event.post(pygame.event.Event(pygame.WINDOWLEAVE, window=None))
    pilot.frames(2)


def settle(pilot: Pilot) -> None:
    """Takes the pointer off the board, and lets the stones come to rest."""
    move(pilot, (5, 400))
    leave(pilot)
    pilot.frames(120)


def button(pilot: Pilot, label: str) -> Button:
    return next(each for each in pilot.scene.controls.buttons if label in (each.label, each.tip))


def look(pilot: Pilot, rect: pygame.Rect | None = None) -> bytes:
    screen = pilot.app.window.screen
    return pygame.image.tobytes(screen if rect is None else screen.subsurface(rect), "RGB")


@pytest.mark.slow
@pytest.mark.night
def test_every_control_of_every_scene_lights_up_and_says_what_it_is_or_why_it_is_off(home: object) -> None:
    pilot, dull, nameless, silent = Pilot(), [], [], []
    for stop in tour(pilot):
        scene = pilot.scene
        fields = scene.form.stops() if hasattr(scene, "form") else []
        for each in list(scene.controls.buttons):
            if scene.controls.under(each.rect.center) is not each or each in fields:
                continue
            if not (each.label or tooltip_text(each) or each.paint or each.rect.width > 150):
                nameless.append(f"{stop}: {each.icon}")
            # A dialog's answer that cannot be given has its reason below it.
            is_told = isinstance(scene, QuestionScene)
            if not (each.enabled or each.why or is_told):
                silent.append(f"{stop}: {each.label or each.tip}")
            scene.point(None)
            scene.draw(pilot.app.canvas(pilot.app.window.screen))
            before = look(pilot, each.rect)
            scene.point(each.rect.center)
            scene.draw(pilot.app.canvas(pilot.app.window.screen))
            if each.enabled and look(pilot, each.rect) == before:
                dull.append(f"{stop}: {each.label or each.tip or each.icon}")
            assert scene.pointer_shape == ("hand" if each.enabled else "arrow")
        scene.point(None)
    pilot.app.close()
    assert dull == []
    assert nameless == []
    assert silent == []


def test_an_icon_says_its_name_and_its_key_after_a_moment(seat: Peer) -> None:
    pilot = seat("j10")
    settle(pilot)
    menu = button(pilot, "Menu")
    assert tooltip_text(menu) == "Esc: Menu"
    before = look(pilot)
    move(pilot, menu.rect.center)
    lit = look(pilot)
    assert lit != before
    pilot.frames(20)
    assert look(pilot) == lit, "not yet"
    pilot.frames(round(REST_SECONDS * 60))
    assert look(pilot) != lit
    leave(pilot)
    assert look(pilot) == before


def test_a_button_that_is_off_says_why(seat: Peer) -> None:
    pilot = seat("j10")
    settle(pilot)
    redo = button(pilot, "Redo")
    assert not redo.enabled
    assert tooltip_text(redo).splitlines() == ["R: Redo", "No move to redo."]
    before = look(pilot)
    move(pilot, redo.rect.center)
    assert look(pilot) == before, "what is off does not light up"
    pilot.frames(60)
    assert look(pilot) != before


def test_words_that_have_no_room_are_told_in_full() -> None:
    narrow = Button(pygame.Rect(0, 0, 60, 40), "Saved games of old", lambda: None)
    assert tooltip_text(narrow, is_cut=False) == ""
    assert tooltip_text(narrow, is_cut=True) == "Saved games of old"


def test_a_tooltip_is_inside_the_window_at_every_edge(seat: Peer) -> None:
    pilot = seat("j10")
    settle(pilot)
    for label in ("Menu", "Settings", "Save"):
        rect = button(pilot, label).rect
        before = look(pilot)
        move(pilot, rect.center)
        pilot.frames(60)
        told = pilot.app.window.screen.copy()
        leave(pilot)
        mask = pygame.mask.from_threshold(told, (0, 0, 0), (1, 1, 1, 255), pilot.app.window.screen)
        mask.invert()
        changed = mask.get_bounding_rects()
        whole = changed[0].unionall(changed[1:])
        assert whole.union(rect) != rect, "it is beside the button"
        assert pilot.app.window.screen.get_rect().inflate(-2, -2).contains(whole)
        assert look(pilot) == before


def test_what_is_done_takes_the_sentence_away(seat: Peer) -> None:
    pilot = seat("j10")
    settle(pilot)
    move(pilot, button(pilot, "Menu").rect.center)
    lit = look(pilot)
    pilot.frames(60)
    assert look(pilot) != lit
    pilot.key(pygame.K_LSHIFT)
    assert look(pilot) == lit
    pilot.frames(120)
    assert look(pilot) == lit, "nor does it come back by itself"


def test_nothing_is_lit_in_a_scene_before_the_pointer_moves_there(pilot: Pilot) -> None:
    settings = button(pilot, "Settings")
    move(pilot, settings.rect.center)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=settings.rect.center, button=1, touch=False))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=settings.rect.center, button=1, touch=False))
    pilot.frames(60)
    assert pilot.scene.controls.hovered is None
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene.controls.hovered is None


def test_a_pointer_that_rests_draws_nothing_anew(pilot: Pilot) -> None:
    move(pilot, button(pilot, "Settings").rect.center)
    pilot.frames(80)
    assert not any(pilot.app.step(1 / 60) for _ in range(120))


def test_the_focus_of_the_keys_stays_where_it_is(pilot: Pilot) -> None:
    pilot.key(pygame.K_TAB)
    focused = pilot.scene.controls.focused
    move(pilot, button(pilot, "Settings").rect.center)
    assert pilot.scene.controls.focused is focused


def test_the_pointer_is_a_hand_an_i_beam_a_cross_or_an_arrow(seat: Peer) -> None:
    pilot = seat("j10")
    settle(pilot)
    board = pilot.scene.board.layout
    shapes = {}
    for what, point in {
        "button": button(pilot, "Undo").rect.center,
        "off": button(pilot, "Redo").rect.center,
        "empty cell": board.centre(pilot.scene.match.state.geometry.cell("k11")),
        "stone": board.centre(pilot.scene.match.state.geometry.cell("j10")),
        "sky": (5, 400),
    }.items():
        move(pilot, (round(point[0]), round(point[1])))
        shapes[what] = pilot.scene.pointer_shape
    assert shapes == {"button": "hand", "off": "arrow", "empty cell": "cross", "stone": "arrow", "sky": "arrow"}
    click(pilot, "k11")
    assert isinstance(pilot.scene, PlayScene)


def test_an_arrow_at_the_end_of_a_row_says_why_it_is_off(pilot: Pilot) -> None:
    pilot.app.push(LadderScene(pilot.app, pilot.scene.subject))
    for scene in (pilot.app.scenes.entries[0][0], pilot.scene):
        left = next(each for each in scene.controls.buttons if each.icon == "arrow_left")
        assert not left.enabled
        assert tooltip_text(left).splitlines()[1] == "This is the end of the list."


def test_the_pointer_over_a_heading_below_the_last_row_and_over_a_scroll_bar_is_an_arrow(pilot: Pilot) -> None:
    scene = FormScene(pilot.app)
    pilot.open(scene)
    rows, height = 12, 64

    def shape(rows: int, x: float, row: float) -> str:
        scene.form = Form(pilot.app.paintbox, pilot.app.stage, scene.controls)
        field = ListField(
            scene.form, (100, 100, 400, 300), rows, chosen=1, draw_row=lambda *_: None, press=lambda: None,
            on_choose=lambda _row: None, row_height=height, headings={0: "In progress"},
        )  # fmt: skip
        scene.controls.set([field.stop])
        move(pilot, (round(100 + x), round(100 + (row + 0.5) * height)))
        return scene.pointer_shape

    assert shape(rows, 50, 1) == "hand"
    assert shape(rows, 50, 0) == "arrow"
    assert shape(rows, 396, 1) == "arrow"
    assert shape(3, 50, 3.5) == "arrow"


def test_the_pointer_over_stalls_lists_and_lines_to_type_in(pilot: Pilot) -> None:
    move(pilot, pilot.scene._row.card_rect(1).center)
    assert pilot.scene.pointer_shape == "hand"
    pilot.app.push(PlayersScene(pilot.app))
    rect = pilot.scene.form.fields[0].rect
    move(pilot, (rect.centerx, rect.top + 10))
    assert pilot.scene.pointer_shape == "hand"
    pilot.app.push(NameScene(pilot.app, "Name", "", "", lambda _name: None))
    move(pilot, pilot.scene.form.fields[0].rect.center)
    assert pilot.scene.pointer_shape == "text"
