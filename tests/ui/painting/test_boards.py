"""Boards: each in the colour of its stall, legible in every theme, and whole on the card of a saved game."""

from __future__ import annotations

import pygame
import pytest

from assets.theme_files import ThemeNames
from game.core.geometry import Geometry, square
from game.core.ruleset import Ruleset, Stone
from game.ui.painting.board_art import Timber, bake_board
from game.ui.painting.board_layout import lay_out
from game.ui.painting.little_board import little_board
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.theme import Theme, contrast
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.six_in_a_row import RULESET as SIX_IN_A_ROW
from rulesets.threestones.rules import POND

WOODEN = (GOMOKU, CONNECT6, SIX_IN_A_ROW)


def wood_at_the_table(theme: Theme, accent: str) -> pygame.Color:
    """The average colour of the wood of a large board, away from its lines."""
    layout = lay_out(square(9), pygame.Rect(0, 0, 600, 600))
    picture, (left, top) = bake_board(Paintbox(theme, 1.0), layout, square(9), accent=accent)
    x, y = layout.centre(30)
    between_lines = pygame.Rect(x - left, y - top, layout.cell, layout.cell).inflate(-16, -16)
    return pygame.Color(pygame.transform.average_color(picture, between_lines))


def hue(colour: pygame.Color) -> float:
    return float(colour.hsla[0])


@pytest.mark.parametrize("name", ["night_fair", "day_fair"])
def test_a_board_at_the_table_has_the_colour_of_its_stall(name: str) -> None:
    theme = Theme.load(name)
    gomoku, connect6, six = (hue(wood_at_the_table(theme, ruleset.info.accent)) for ruleset in WOODEN)
    assert 20 < gomoku < 50, "the colour of wood"
    assert 110 < connect6 < 190, "green"
    assert 210 < six < 290, "lavender"


@pytest.mark.parametrize("name", list(ThemeNames()))
@pytest.mark.parametrize("ruleset", WOODEN, ids=lambda ruleset: ruleset.info.id)
def test_what_is_written_on_a_board_can_be_read_in_every_theme(name: str, ruleset: Ruleset) -> None:
    theme, accent = Theme.load(name), ruleset.info.accent
    timber, wood = Timber(theme, pygame.Color(accent)), wood_at_the_table(theme, accent)
    assert contrast(timber.ink("coordinates"), wood) >= theme.measures.contrast
    assert contrast(timber.ink("grid"), wood) >= 3
    for stone, least in (("stone_black", 5), ("stone_white_lit", 1.8)):
        assert contrast(theme.colour(stone), wood) >= least


@pytest.mark.parametrize("geometry", [square(5), square(6), square(15), square(22), POND])
@pytest.mark.parametrize("size", [(304, 304), (170, 120), (90, 130)])
def test_a_whole_little_board_shows_a_stone_in_every_corner(geometry: Geometry, size: tuple[int, int]) -> None:
    paintbox, kinds = Paintbox(Theme.load(), 1.0), (Stone("b", "Black", "black"),)
    edges = [geometry.cells.index(of(geometry.cells, key=key)) for of in (min, max) for key in (_across, _down)]
    bare = little_board(paintbox, geometry, "." * len(geometry), kinds, size, accent="coral", whole=True)
    for cell in edges:
        board = ["b" if other == cell else "." for other in range(len(geometry))]
        shown = little_board(paintbox, geometry, board, kinds, size, accent="coral", whole=True)
        changed = pygame.mask.from_threshold(shown, (0, 0, 0), (1, 1, 1, 255), bare)
        pitch = min(size[0] / geometry.columns, size[1] / geometry.rows)
        changed.invert()
        assert changed.count() > 0.5 * pitch * pitch, f"the stone on cell {cell} is cut or missing"


def _across(place: tuple[int, int]) -> int:
    return place[0]


def _down(place: tuple[int, int]) -> int:
    return place[1]
