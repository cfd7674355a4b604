"""Decorations in the style of a fair: awnings, lamps, the logo, stars, rings around faces, tails of speech bubbles."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.ui.painting import surfaces
from game.ui.painting.discs import draw_disc
from game.ui.painting.fonts import font_file
from game.ui.painting.lettering import FairColours, fair_lettering
from game.ui.painting.stage import whole_pixels
from game.ui.painting.surfaces import (
    FINENESS,
    Point,
    Size,
    SurfaceCache,
    blank,
    finely_drawn,
    gradient,
    multiply,
    star_points,
    tinted,
)
from game.ui.painting.theme import ColourLike, Theme

_STRIPES = 8
#: The design pixels by which an awning is narrower at the top, on both sides.
_AWNING_INSET = 14
#: (share of the height, brightness in percent) of an awning: the roof to the fold line at 68 %, then the hanging edge.
_AWNING_LIGHT = ((0.0, 112), (0.10, 104), (0.45, 96), (0.66, 84), (0.70, 100), (1.0, 90))


#: The number of petals of a rosette, and the alpha of a rosette that is not earned yet.
_PETALS, _FAINT = 14, 150
_TAIL = ((0.02, 0.5), (0.16, 0.96), (0.24, 0.82), (0.36, 0.9), (0.2, 0.46))
#: The number of fill levels of a lantern, and its width as a share of its height.
_LANTERN_STEPS, _LANTERN_WIDTH = 24, 0.72


class Ornaments:
    """Cached pictures of decorations in one theme at one scale. Diameters and radii are in pixels."""

    def __init__(self, theme: Theme, scale: float, kept: SurfaceCache) -> None:
        """Create an empty set of pictures for a scale in screen pixels per design pixel.

        ``kept`` is the cache for the pictures.
        """
        self._theme, self._scale, self._stored = theme, scale, kept

    def light(self, across: int, tint: pygame.Color, strength: float) -> pygame.Surface:
        """Return the picture of a round light of diameter ``across``, to be added to the colours below it."""
        key = ("light", across, tuple(tint), strength)
        return self._stored.get(key, lambda: surfaces.light(across, tint, strength))

    def haze(self, across: int, tint: pygame.Color, strength: float) -> pygame.Surface:
        """Return the picture of a round light of diameter ``across``, to be alpha-blended onto the picture below it."""
        key = ("haze", across, tuple(tint), strength)
        return self._stored.get(key, lambda: surfaces.haze(across, tint, strength))

    def bulb(self, diameter: float, colour: ColourLike, *, lit: bool) -> pygame.Surface:
        """Return the picture of a small lamp, without the light around it."""
        tint, role = self._theme.colour(colour), self._theme.colour
        base, bright = (tint, tint.lerp(role("shine"), 0.75)) if lit else (role("bulb_off"), role("bulb_off_lit"))
        key = ("bulb", round(diameter, 1), tuple(base))
        return self._stored.get(key, lambda: draw_disc("lens", diameter, base=base, lit=bright))

    def awning(self, size: Size, stripes: tuple[ColourLike, ColourLike]) -> tuple[pygame.Surface, pygame.Surface]:
        """Return the picture of a striped awning, and that of its shadow."""
        first, second = map(self._theme.colour, stripes)
        key = ("awning", size, tuple(first), tuple(second))
        inset = whole_pixels(_AWNING_INSET, self._scale)
        roof = self._stored.get(key, lambda: draw_awning(size, first, second, inset))
        shade = self._theme.colour("awning_shadow")
        return roof, self._stored.get((*key, "shadow"), lambda: tinted(_silhouette(roof), shade))

    def star(self, radius: float, colour: ColourLike) -> pygame.Surface:
        tint = self._theme.colour(colour)
        return self._stored.get(("star", round(radius, 1), tuple(tint)), lambda: draw_star(radius, tint))

    def rosette(self, side: int, colour: ColourLike, *, is_earned: bool) -> pygame.Surface:
        """Return the picture of the rosette awarded for a ladder of opponents.

        It is faint until it is earned.
        """
        colours = RosetteColours(*map(self._theme.colour, (colour, "medallion", "amber" if is_earned else "mist")))
        key = ("rosette", side, *map(tuple, colours), is_earned)
        return self._stored.get(key, lambda: draw_rosette(side, colours, 255 if is_earned else _FAINT))

    def lantern(self, height: int, share: float) -> pygame.Surface:
        """Return the picture of a paper lantern, lit from the bottom up to a share (0 to 1) of its height."""
        steps = round(min(1.0, max(0.0, share)) * _LANTERN_STEPS)
        colours = LanternColours(*map(self._theme.colour, ("bulb_off", "amber", "amber_top", "amber_lip")))
        key = ("lantern", height, steps)
        return self._stored.get(key, lambda: draw_lantern(height, steps / _LANTERN_STEPS, colours))

    def medallion(self, diameter: int) -> pygame.Surface:
        """Return the picture of the dark ring around a player's face."""
        base, lit = self._theme.colour("medallion"), self._theme.colour("medallion_lit")
        return self._stored.get(("medallion", diameter), lambda: draw_disc("plain", diameter, base=base, lit=lit))

    def logo(self, string: str, size: float) -> pygame.Surface:
        """Return a text in the style of the logo; the size is in design pixels."""
        return self._stored.get(("logo", string, size), lambda: self._draw_logo(string, size))

    def _draw_logo(self, string: str, size: float) -> pygame.Surface:
        colour, fine_size = self._theme.colour, 2 * whole_pixels(size, self._scale)
        colours = FairColours(colour("logo_edge"), colour("logo_lip"), [colour(f"logo_{part}") for part in range(1, 5)])
        font = pygame.font.Font(font_file(self._theme.family_for("display", string)), fine_size)
        fine = fair_lettering(font, string, fine_size, colours)
        return pygame.transform.smoothscale(fine, (fine.get_width() // 2, fine.get_height() // 2))


def _silhouette(picture: pygame.Surface) -> pygame.Surface:
    """Return the alpha channel of a picture as a mask (a white surface with this alpha channel)."""
    mask = picture.copy()
    mask.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return mask


def draw_awning(size: Size, accent: pygame.Color, accent2: pygame.Color, inset: int) -> pygame.Surface:
    """Draw an awning of eight stripes with a scalloped lower edge.

    Its top is ``inset`` pixels narrower on both sides.
    """
    width, height = size[0] * FINENESS, size[1] * FINENESS
    roof = blank((width, height), (*accent2[:3], 0))
    stripe = width / _STRIPES
    top_stripe = (width - 2 * inset * FINENESS) / _STRIPES
    for index in range(_STRIPES):
        colour = accent if index % 2 == 0 else accent2
        left, upper = index * stripe, inset * FINENESS + index * top_stripe
        hem = height - stripe / 2
        corners = [(upper, 0), (upper + top_stripe, 0), (left + stripe, hem), (left, hem)]
        pygame.draw.polygon(roof, colour, corners)
        pygame.draw.circle(roof, colour, (left + stripe / 2, hem), stripe / 2)
    return _shaded(pygame.transform.smoothscale(roof, size))


def _shaded(roof: pygame.Surface) -> pygame.Surface:
    """Return the picture of an awning with light and shade added from top to bottom."""
    size = roof.get_size()
    stops = [(place, _grey(min(100, light) * 255 // 100)) for place, light in _AWNING_LIGHT]
    multiply(roof, gradient(size, stops))
    extra = [(place, _grey(max(0, light - 100) * 255 // 100)) for place, light in _AWNING_LIGHT]
    roof.blit(gradient(size, extra), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return roof


def _grey(level: int) -> pygame.Color:
    return pygame.Color(level, level, level, 255)


class LanternColours(NamedTuple):
    """The colours of a paper lantern: dark paper, lit paper, the edge of the light, and metal."""

    dark: pygame.Color
    light: pygame.Color
    rim: pygame.Color
    metal: pygame.Color


def draw_lantern(height: int, share: float, colours: LanternColours) -> pygame.Surface:
    """Draw a round paper lantern with a hook, lit from the bottom up to a share (0 to 1) of its height."""
    tall, wide = height * FINENESS, round(height * _LANTERN_WIDTH) * FINENESS
    fine = blank((wide, tall), (*colours.metal[:3], 0))
    paper = pygame.Rect(0, round(tall * 0.2), wide, round(tall * 0.68))
    pygame.draw.ellipse(fine, colours.dark, paper)
    lit = pygame.Rect(0, paper.bottom - round(paper.height * share), wide, tall)
    fine.set_clip(lit)
    pygame.draw.ellipse(fine, colours.light, paper)
    if 0 < share < 1:
        pygame.draw.rect(fine, colours.rim, (paper.centerx - wide // 3, lit.top, 2 * (wide // 3), tall // 24))
    fine.set_clip(None)
    for inset in (0.0, 0.3):
        rib = paper.inflate(-2 * inset * wide, 0)
        pygame.draw.ellipse(fine, colours.metal, rib, width=max(1, tall // 36))
    for top, part in ((paper.top - 0.05 * tall, 0.5), (paper.bottom - 0.04 * tall, 0.4)):
        cap = pygame.Rect(0, round(top), round(wide * part), round(tall * 0.1))
        cap.centerx = paper.centerx
        pygame.draw.rect(fine, colours.metal, cap, border_radius=tall // 40)
    hook = pygame.Rect(0, 0, round(tall * 0.2), round(tall * 0.2))
    hook.centerx = paper.centerx
    pygame.draw.ellipse(fine, colours.metal, hook, width=max(1, tall // 24))
    return pygame.transform.smoothscale(fine, (wide // FINENESS, height))


def on_wire(start: Point, end: Point, sag: float, share: float) -> Point:
    """Return the point at a share (0 to 1) of the length of a wire that sags by ``sag`` in its middle."""
    x = start[0] + (end[0] - start[0]) * share
    y = start[1] + (end[1] - start[1]) * share + sag * 4 * share * (1 - share)
    return x, y


def draw_wire(target: pygame.Surface, ends: tuple[Point, Point], sag: float, colour: pygame.Color) -> None:
    """Draw a wire that sags between two points."""
    points = [on_wire(*ends, sag, step / 48) for step in range(49)]
    for lower in (-0.5, 0.5):
        pygame.draw.aalines(target, colour, False, [(x, y + lower) for x, y in points])


@lru_cache(maxsize=32)
def _way_round(size: Size, radius: int, spacing: float) -> tuple[Point, ...]:
    width, height = size
    right, below = width - radius, height - radius
    corners = ((right, radius, -90), (right, below, 0), (radius, below, 90), (radius, radius, 180))
    path = [
        (x + radius * math.cos(math.radians(turn + step)), y + radius * math.sin(math.radians(turn + step)))
        for x, y, turn in corners
        for step in range(0, 91, 6)
    ]
    path.append(path[0])
    return tuple(_evenly_along(path, spacing))


def _evenly_along(path: list[Point], spacing: float) -> list[Point]:
    """Return an even number of points along a closed path, about ``spacing`` apart."""
    lengths = [math.dist(a, b) for a, b in pairwise(path)]
    count = max(2, round(sum(lengths) / spacing / 2) * 2)
    step = sum(lengths) / count
    points, walked, part = [], 0.0, 0
    for index in range(count):
        while walked + lengths[part] < index * step:
            walked += lengths[part]
            part += 1
        share = (index * step - walked) / max(lengths[part], 1e-6)
        (x0, y0), (x1, y1) = path[part], path[part + 1]
        points.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return points


def points_round(rect: pygame.Rect, radius: int, spacing: float) -> list[Point]:
    """Return an even number of points along the edge of a rounded rectangle, about ``spacing`` apart."""
    return [(rect.x + x, rect.y + y) for x, y in _way_round(rect.size, radius, spacing)]


def draw_star(radius: float, colour: pygame.Color) -> pygame.Surface:
    """Draw a five-pointed star with slightly rounded points."""
    side = 2 * math.ceil(radius) + 4

    def draw(fine: pygame.Surface, times: int) -> None:
        middle = side * times / 2
        pygame.draw.polygon(fine, "white", star_points((middle, middle), radius * times))

    return tinted(finely_drawn((side, side), draw), colour)


def draw_tail(size: Size, up: bool, colour: pygame.Color) -> pygame.Surface:
    """Return the triangular tail of a speech bubble, pointing up or down."""

    def draw(fine: pygame.Surface, times: int) -> None:
        width, height = size[0] * times, size[1] * times
        tip, root = (0, height) if up else (height, 0)
        pygame.draw.polygon(fine, "white", [(width * 0.22, tip), (0, root), (width, root)])

    return tinted(finely_drawn(size, draw), colour)


class RosetteColours(NamedTuple):
    cloth: pygame.Color
    ring: pygame.Color
    heart: pygame.Color


def draw_rosette(side: int, colours: RosetteColours, alpha: int) -> pygame.Surface:
    """Draw an award rosette with petals and two ribbons, in a square of ``side`` by ``side`` pixels."""
    fine = side * FINENESS
    picture = blank((fine, fine))
    middle, radius = (fine * 0.5, fine * 0.38), fine * 0.26
    for way in (-1, 1):
        tail = [((0.5 + way * aside) * fine, down * fine) for aside, down in _TAIL]
        pygame.draw.polygon(picture, colours.cloth, tail)
    for petal in range(_PETALS):
        angle = 2 * math.pi * petal / _PETALS
        at = (middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
        pygame.draw.circle(picture, colours.cloth, at, fine * 0.095)
    for colour, reach in ((colours.cloth, 0.26), (colours.ring, 0.21), (colours.heart, 0.16)):
        pygame.draw.circle(picture, colour, middle, fine * reach)
    return multiply(pygame.transform.smoothscale(picture, (side, side)), (255, 255, 255, alpha))


def around_points(picture: pygame.Surface, points: Iterable[Point]) -> list[tuple[pygame.Surface, pygame.Rect]]:
    """Return (picture, rectangle) pairs for ``Surface.blits`` that draw a picture centred on each of several points."""
    return [(picture, picture.get_rect(center=(round(x), round(y)))) for x, y in points]
