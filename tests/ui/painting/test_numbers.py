"""Numbers on stones: switched by a key, a button and the menu, the same at the table and on the analysis board."""

from __future__ import annotations

import pygame
import pytest

from game.core.model import Choose, Place
from game.core.request import PlayerRequest
from game.session.shown_game import stone_numbers
from game.ui.painting.canvas import Canvas
from game.ui.painting.numerals import draw_numeral
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.stage import PIXELS
from game.ui.painting.surfaces import blank
from game.ui.painting.theme import Theme
from tools.pilot.analysis import analyse
from tools.pilot.hand import A_WHILE, click
from tools.pilot.pilot import Peer, Pilot


def shown(pilot: Pilot) -> list[str]:
    """The numbers that the board's picture draws, in reading order."""
    words: list[str] = []
    typesetter, draw = pilot.app.paintbox.typesetter, pilot.app.paintbox.typesetter.draw
    typesetter.draw = lambda target, string, *args, **more: (
        words.append(string),
        draw(target, string, *args, **more),
    )[1]
    pilot.scene.board.paint(pilot.app.canvas(blank(pilot.app.stage.size)))
    typesetter.draw = draw
    return sorted({word for word in words if word.isdigit()}, key=int)


def test_n_shows_and_hides_the_numbers_and_that_is_kept(seat: Peer) -> None:
    pilot = seat("h8 i9 j10", "gomoku")
    assert shown(pilot) == []
    pilot.key(pygame.K_n)
    assert shown(pilot) == ["1", "2", "3"]
    assert pilot.app.preferences.numbers_shown is True
    click(pilot, "k11")
    assert shown(pilot) == ["1", "2", "3", "4"]
    pilot.key(pygame.K_n)
    assert shown(pilot) == []


def test_the_button_beside_the_menu_switches_them_too(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    button = next(b for b in pilot.scene.controls.buttons if b.icon == "numbers").rect.center
    pilot.click(button)
    assert shown(pilot) == ["1"]
    pilot.click(button)
    pilot.frames(A_WHILE)
    assert shown(pilot) == []


def test_n_still_shows_them_when_the_game_is_over(seat: Peer) -> None:
    pilot = seat("a1 a2 b1 b2 c1 c2 d1 d2 e1", "gomoku")
    pilot.frames(4, 1.0)
    pilot.key(pygame.K_n)
    assert shown(pilot) == [str(number) for number in range(1, 10)]
    assert len(pilot.scene.table.tournament.games) == 1


def test_the_analysis_numbers_the_stones_that_lie_there_at_its_step(seat: Peer) -> None:
    pilot = seat("h8 i9 j10", "gomoku")
    analyse(pilot, pilot.scene.table.tournament)
    pilot.key(pygame.K_n)
    assert shown(pilot) == ["1", "2", "3"]
    pilot.key(pygame.K_LEFT)
    pilot.frames(A_WHILE)
    assert shown(pilot) == ["1", "2"]


def test_choices_have_no_number_and_what_was_taken_back_has_none(seat: Peer) -> None:
    pilot = seat("", "gomoku", opening="swap2")
    table = pilot.scene.table
    cell = table.match.state.geometry.cell
    for name, stone in (("h8", "b"), ("h9", "w"), ("i8", "b")):
        table.play(Place(cell(name), stone))
    table.play(Choose("black"))
    table.play(Place(cell("j10"), "w"))
    numbered = {cell(name): number for number, name in enumerate(("h8", "h9", "i8", "j10"), start=1)}
    assert stone_numbers(table.match) == numbered
    table.ask(PlayerRequest.UNDO)
    del numbered[cell("j10")]
    assert stone_numbers(table.match) == numbered


@pytest.mark.parametrize("art", ["black", "white", "duck"])
@pytest.mark.parametrize("number", [8, 88, 361])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.7])
def test_the_digits_stay_on_their_stone_however_many_they_are(art: str, number: int, scale: float) -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((100, 100))
    paintbox, diameter = Paintbox(Theme.load(), scale), round(32 * scale)
    middle, drawn = diameter * 2, blank((diameter * 4, diameter * 4))
    draw_numeral(Canvas(drawn, PIXELS, paintbox), art, ((middle, middle), diameter), number, newest=False)
    used = drawn.get_bounding_rect()
    assert used.width > 0
    assert abs(used.left - middle) <= diameter * 0.62
    assert abs(used.right - middle) <= diameter * 0.62
