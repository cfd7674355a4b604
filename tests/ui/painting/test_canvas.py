"""The painting kit: words that fit, buttons that go down, pictures that are kept and stay few."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import game.ui
from game.core.model import ParseError
from game.core.plain_text import drawable
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.pictures import icon_names
from game.ui.painting.stage import PIXELS
from game.ui.painting.surfaces import SurfaceCache, blank, polygon_mask, rounded_mask
from game.ui.painting.theme import SMALLEST_TEXT, Theme
from game.ui.painting.typesetter import Typesetter

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=60)


@pytest.fixture
def paintbox() -> Paintbox:
    return Paintbox(Theme.load(), 1.0)


@pytest.fixture
def typesetter(paintbox: Paintbox) -> Typesetter:
    return paintbox.typesetter


@pytest.fixture
def page() -> pygame.Surface:
    surface = pygame.Surface((400, 300), depth=32)
    surface.fill("#102030")
    return surface


@pytest.fixture
def canvas(page: pygame.Surface, paintbox: Paintbox) -> Canvas:
    return Canvas(page, PIXELS, paintbox)


def changed(page: pygame.Surface) -> pygame.Rect:
    """The part of a page that was drawn on."""
    mask = pygame.mask.from_threshold(page, pygame.Color("#102030"), (1, 1, 1, 255))
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(words, st.integers(60, 300))
def test_shortened_words_are_never_wider_than_their_place(typesetter: Typesetter, string: str, width: int) -> None:
    assert typesetter.measure(typesetter.fit(string, "text", 15, width), "text", 15)[0] <= width


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(words, st.integers(60, 300))
def test_wrapped_lines_fit_and_lose_no_word(typesetter: Typesetter, string: str, width: int) -> None:
    lines = typesetter.wrap(string, "text", 15, width)
    assert all(len(line) == 1 or typesetter.measure(line, "text", 15)[0] <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(drawable(string).split())


def test_words_are_never_smaller_than_twelve_pixels() -> None:
    small = Paintbox(Theme.load(), 0.3).typesetter
    assert small.font("text", 14).get_height() >= small.theme.font("text", SMALLEST_TEXT).get_height()


def test_a_name_the_display_font_cannot_write_is_shown_in_another(typesetter: Typesetter) -> None:
    assert typesetter.font("display", 28, "Анна") is typesetter.theme.font("bold", 28)
    assert typesetter.font("display", 28, "Anna") is typesetter.theme.font("display", 28)


@pytest.mark.parametrize("anchor", ["topleft", "center", "midright"])
def test_words_stand_where_their_anchor_says(canvas: Canvas, page: pygame.Surface, anchor: str) -> None:
    place = canvas.text("Gomoku", 200, 150, anchor=anchor).rect
    assert getattr(place, anchor) == (200, 150)
    assert place.contains(changed(page))


def test_a_pressed_face_goes_down_and_never_covers_what_is_above(canvas: Canvas, page: pygame.Surface) -> None:
    rect = pygame.Rect(100, 100, 160, 48)
    rest, pressed = page.copy(), page.copy()
    canvas.onto(rest).panels.button(*rect, label="Play", kind="primary", icon="play")
    canvas.onto(pressed).panels.button(*rect, label="Play", kind="primary", icon="play", pressed=1.0)
    amber = canvas.theme.colour("amber_top")
    assert rest.get_at((rect.centerx, rect.top + 1)).r > 200
    assert pressed.get_at((rect.centerx, rect.top + 1)) != amber
    assert pressed.get_at((rect.centerx, rect.top + 6)).r > 200


def test_a_long_label_stays_on_its_button(canvas: Canvas, page: pygame.Surface) -> None:
    plain, full = page.copy(), page.copy()
    rect = pygame.Rect(100, 100, 130, 48)
    canvas.onto(plain).panels.button(*rect, label="", icon="undo")
    canvas.onto(full).panels.button(*rect, label="Spielstand wiederherstellen und weiterspielen", icon="undo")
    assert changed(plain) == changed(full)


@pytest.mark.parametrize("kind", ["primary", "ghost", "flat", "coral", "teal", "pink", "#6A7CFF", "#FFFFC0", "#102040"])
def test_words_on_a_button_stand_out_from_its_face(typesetter: Typesetter, kind: str) -> None:
    shades = typesetter.theme.shades("amber" if kind == "primary" else kind)
    assert contrast(shades.text, shades.face) >= 4.4


@pytest.mark.parametrize("role", ["cream", "mist", "soft", "amber"])
def test_words_on_a_panel_can_be_read(typesetter: Typesetter, role: str) -> None:
    for panel in ("panel_top", "panel_bottom", "well"):
        assert contrast(typesetter.theme.colour(role), typesetter.theme.colour(panel)) >= 4.5


def contrast(first: pygame.Color, second: pygame.Color) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour: pygame.Color) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour[:3])]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_light_is_added_to_a_page_and_laid_on_a_picture_with_alpha(canvas: Canvas, page: pygame.Surface) -> None:
    canvas.lights.glow(200, 150, 80, "amber", 0.5)
    assert page.get_at((200, 150)).r > 0x10 + 90
    picture = blank((100, 100))
    canvas.onto(picture).lights.glow(50, 50, 80, "amber", 0.5)
    assert 90 <= picture.get_at((50, 50)).a <= 140
    assert picture.get_at((2, 2)).a == 0


def test_the_marquee_has_an_even_number_of_bulbs_so_that_they_can_swap(canvas: Canvas) -> None:
    first, second = (pygame.Surface((300, 280), depth=32) for _ in range(2))
    canvas.onto(first).lights.marquee(20, 20, 240, 212, phase=0)
    canvas.onto(second).lights.marquee(20, 20, 240, 212, phase=2)
    assert first.get_buffer().raw == second.get_buffer().raw


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (1920, 1080), (700, 900)])
@pytest.mark.parametrize("dimmed", [True, False])
def test_the_backdrop_covers_any_window(paintbox: Paintbox, size: tuple[int, int], dimmed: bool) -> None:
    sky = paintbox.backdrop(size, dimmed=dimmed)
    assert sky.get_size() == size
    assert not sky.get_flags() & pygame.SRCALPHA
    assert paintbox.backdrop(size, dimmed=dimmed) is sky


def test_a_veil_darkens_only_its_part(canvas: Canvas, page: pygame.Surface) -> None:
    page.fill("white")
    canvas.onto(page.subsurface(0, 0, 100, 100)).veil(128)
    assert page.get_at((50, 50)).r < 160
    assert page.get_at((150, 150)).r == 255


def test_kept_pictures_stay_within_their_limit_and_the_oldest_go() -> None:
    cache = SurfaceCache(pixels=250)
    pictures = {number: cache.get(number, lambda: blank((10, 10))) for number in range(3)}
    assert cache.get(2, lambda: blank((10, 10))) is pictures[2]
    assert cache.get(0, lambda: blank((10, 10))) is not pictures[0]


@given(st.integers(20, 90), st.integers(20, 90), st.integers(1, 12))
def test_both_ways_to_draw_a_rectangle_give_the_same_shape(width: int, height: int, inset: int) -> None:
    corners = [(inset, inset), (width, inset), (width, height), (inset, height)]
    mask = polygon_mask((width, height), corners)
    assert mask.get_at((width - 2, height - 2)).a == rounded_mask((width, height), 0).get_at((0, 0)).a == 255
    assert mask.get_at((inset // 2, inset // 2)).a == 0


def test_every_icon_can_be_drawn_and_an_unknown_one_is_named(canvas: Canvas) -> None:
    for name in icon_names():
        canvas.icon(name, 50, 50)
    with pytest.raises(KeyError, match="there is no icon 'anvil'"):
        canvas.icon("anvil", 50, 50)


def test_a_missing_theme_and_an_unknown_colour_are_named() -> None:
    with pytest.raises(ParseError, match=r"noon\.json"):
        Theme.load("noon")
    with pytest.raises(KeyError, match="no colour for 'mauve'"):
        Theme.load().colour("mauve")


def test_only_theme_files_name_colours() -> None:
    folder = Path(next(iter(game.ui.__path__)))
    literal = re.compile(r"[\"']#[0-9A-Fa-f]{6}(?!00[\"'])(?:[0-9A-Fa-f]{2})?[\"']")
    named = {file.name for file in folder.rglob("*.py") if literal.search(file.read_text(encoding="utf-8"))}
    assert not named


def test_every_colour_role_that_the_window_names_is_in_the_theme() -> None:
    folder, theme = Path(next(iter(game.ui.__path__))), Theme.load()
    role = re.compile(r"\bcolour(?:\(|=)\"([a-z_0-9]+)\"")
    for file in folder.rglob("*.py"):
        for name in role.findall(file.read_text(encoding="utf-8")):
            theme.colour(name)
