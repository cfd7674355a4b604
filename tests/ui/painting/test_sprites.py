"""Stones, marks and boards as pictures."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.core.geometry import Geometry, octagon, square
from game.core.ruleset import Stone
from game.ui.painting.board_art import bake_board, highlight_coordinates
from game.ui.painting.board_layout import lay_out
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.sprites import Sprites
from game.ui.painting.stage import PIXELS
from game.ui.painting.theme import Theme

POND = octagon(11, 4, frozenset({(5, 5)}))
RED_SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128">'
    '<rect x="6" y="6" width="116" height="116" fill="#ff0000"/></svg>'
)


@pytest.fixture
def sprites() -> Sprites:
    return Sprites()


def covered(picture: pygame.Surface) -> pygame.Rect:
    """What is more than half opaque."""
    rects = pygame.mask.from_surface(picture, 127).get_bounding_rects()
    return rects[0].unionall(rects[1:])


@pytest.mark.parametrize("diameter", [18, 39, 53, 120, 400])
@pytest.mark.parametrize("art", ["black", "white"])
def test_a_stone_is_as_wide_as_asked_and_in_the_middle(sprites: Sprites, art: str, diameter: int) -> None:
    picture = sprites.stone(art, diameter)
    disc = covered(picture)
    assert abs(disc.width - diameter) <= 2
    assert abs(disc.centerx - picture.get_width() / 2) <= 1
    assert abs(disc.centery - picture.get_height() / 2) <= 1


@pytest.mark.parametrize("art", ["duck", "penguin", "miller"])
def test_a_mascot_is_as_wide_as_asked(sprites: Sprites, art: str) -> None:
    assert abs(covered(sprites.stone(art, 50)).width - 50) <= 2


def test_the_three_kinds_of_the_pond_do_not_look_alike(sprites: Sprites) -> None:
    pictures = {sprites.stone(art, 50).get_buffer().raw for art in ("duck", "penguin", "miller")}
    assert len(pictures) == 3


@pytest.mark.parametrize("name", ["duck", "penguin", "miller", "fox", "owl", "frog", "bear"])
def test_every_face_has_a_portrait_of_its_own(sprites: Sprites, name: str) -> None:
    pearl = sprites.portrait("nobody", 84)
    assert sprites.portrait(name, 84).get_buffer().raw != pearl.get_buffer().raw


def test_a_plug_in_brings_its_own_drawing(tmp_path: Path) -> None:
    (tmp_path / "brick.svg").write_text(RED_SQUARE, encoding="utf-8")
    picture = Sprites({"toy": tmp_path}).stone("brick", 40)
    assert picture.get_at((picture.get_width() // 2, picture.get_height() // 2))[:3] == (255, 0, 0)


@pytest.mark.parametrize("content", [b"", b"<svg", b"\xff\xfe\x00nonsense"])
def test_a_broken_or_missing_drawing_becomes_a_pearl(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "brick.svg").write_bytes(content)
    sprites = Sprites({"toy": tmp_path})
    assert sprites.stone("brick", 40).get_buffer().raw == sprites.stone("missing", 40).get_buffer().raw


def test_pictures_are_kept(sprites: Sprites) -> None:
    assert sprites.stone("black", 39) is sprites.stone("black", 39)
    assert sprites.ghost("duck", 49, pond=True) is sprites.ghost("duck", 49, pond=True)


def test_a_ghost_is_seen_through(sprites: Sprites) -> None:
    ghost = sprites.ghost("black", 39)
    assert 100 < ghost.get_at((ghost.get_width() // 2, ghost.get_height() // 2)).a < 200


def test_a_glowing_ring_is_clear_in_its_middle_and_bright_on_its_line(sprites: Sprites) -> None:
    ring = sprites.legal_ring(48)
    middle = ring.get_width() // 2
    assert ring.get_at((middle, middle)).a < 10
    assert max(ring.get_at((middle + step, middle)).a for step in range(20, 28)) > 180


@pytest.mark.parametrize("way", [(80, 0), (0, 80), (80, 80), (80, -80)])
def test_a_band_reaches_from_end_to_end(sprites: Sprites, way: tuple[int, int]) -> None:
    band = sprites.band(*way, 28, "band_second")
    colour = Theme.load().colour("band_second")
    for side in (-1, 1):
        end = (round((band.get_width() + side * way[0]) / 2), round((band.get_height() + side * way[1]) / 2))
        assert band.get_at(end).a > 250
    edge = band.get_at((band.get_width() // 2, band.get_height() // 2))
    assert edge.b >= colour.b - 40


@pytest.mark.parametrize("upright", [True, False])
def test_a_beam_fades_out_at_both_ends(sprites: Sprites, upright: bool) -> None:
    beam = sprites.beam(300, 50, upright=upright)
    assert beam.get_size() == ((50, 300) if upright else (300, 50))
    middle, end = ((25, 150), (25, 1)) if upright else ((150, 25), (1, 25))
    assert beam.get_at(end).a < 10
    assert beam.get_at(middle).a > 60


@pytest.mark.parametrize("geometry", [square(5), square(15), square(22), POND, octagon(7, 2, frozenset({(1, 3)}))])
def test_any_board_is_baked_round_its_frame(geometry: Geometry) -> None:
    paintbox = Paintbox(Theme.load(), 0.75)
    layout = lay_out(geometry, pygame.Rect(200, 50, 528, 522))
    surface, topleft = bake_board(paintbox, layout, geometry, accent="#FF7A59")
    covering = pygame.Rect(topleft, surface.get_size())
    assert covering.contains(layout.frame)
    x, y = layout.centre(len(geometry) // 2)
    assert surface.get_at((round(x - topleft[0]), round(y - topleft[1]))).a == 255
    assert surface.get_at((0, 0)).a == 0


def test_a_board_with_coordinates_differs_only_by_them() -> None:
    paintbox = Paintbox(Theme.load(), 1.0)
    pictures = []
    for coordinates in (True, False):
        layout = lay_out(POND, pygame.Rect(0, 0, 600, 600), coordinates=coordinates)
        pictures.append(bake_board(paintbox, layout, POND, accent="pink").surface.get_buffer().raw)
    assert pictures[0] != pictures[1]


def test_the_coordinates_of_a_cell_light_up() -> None:
    paintbox, layout = Paintbox(Theme.load(), 1.0), lay_out(square(9), pygame.Rect(0, 0, 600, 600))
    page = pygame.Surface((600, 600), depth=32)
    highlight_coordinates(Canvas(page, PIXELS, paintbox), layout, 40)
    for point in (layout.column_label(4), layout.row_label(4)):
        assert page.subsurface(pygame.Rect(0, 0, 20, 20).move(point[0] - 10, point[1] - 10)).get_bounding_rect().width


@pytest.mark.parametrize("geometry", [square(15), square(5), POND])
@pytest.mark.parametrize("stones", [(), (0,), (0, 24)])
def test_a_little_board_shows_its_stones(geometry: Geometry, stones: tuple[int, ...]) -> None:
    paintbox = Paintbox(Theme.load(), 1.0)
    board = ["b" if cell in stones else "." for cell in range(len(geometry))]
    kinds = (Stone("b", "Black", "black"),)
    bare = little_board(paintbox, geometry, "." * len(geometry), kinds, (312, 148), accent="coral")
    shown = little_board(paintbox, geometry, board, kinds, (312, 148), accent="coral", last=stones)
    assert shown.get_size() == (312, 148)
    assert (bare.get_buffer().raw != shown.get_buffer().raw) == bool(stones)


def runs_along(band: pygame.Surface) -> tuple[int, int]:
    """How many pieces a level band has, and how many light pieces are in its middle, whatever their colours."""
    row = [band.get_at((x, band.get_height() // 2)) for x in range(band.get_width())]
    light = [sum(colour[:3]) for colour in row if colour.a > 200]
    edge = (min(light) + max(light)) / 2
    there = [colour.a > 200 for colour in row]
    bright = [is_there and sum(colour[:3]) > edge for colour, is_there in zip(row, there, strict=True)]
    return tuple(sum(now and not before for before, now in pairwise([False, *run])) for run in (there, bright))


def test_the_bands_of_both_sides_differ_by_shape_and_not_by_colour_alone(sprites: Sprites) -> None:
    first, second = (sprites.band(240, 0, 28, role) for role in ("band_first", "band_second"))
    assert runs_along(first) == (1, 1)
    assert runs_along(second)[0] == 1
    assert runs_along(second)[1] > 4, "its light core is in beads"
    dark, light = (sprites.band(240, 0, 12, role) for role in ("threat_dark", "threat_light"))
    assert runs_along(dark)[0] == 1
    assert runs_along(light)[0] > 4, "it is broken into pieces"
