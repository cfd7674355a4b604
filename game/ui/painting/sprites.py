"""Sprites: stones, faces and marks as pictures, to be drawn centred on a cell."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import pygame

import assets
from game.ui.painting import surfaces
from game.ui.painting.discs import DISC_SHARE, draw_disc, draw_pocket, draw_ring, draw_shade
from game.ui.painting.surfaces import SurfaceCache, blank, in_screen_format, svg, tinted
from game.ui.painting.theme import ColourLike, Theme

#: The size of the cache in pixels: about 20 MB.
_STORED_PIXELS = 5_000_000
#: The diameter of the disc of an SVG stone or portrait, as a share of the drawing's side.
_SVG_SHARE = 116 / 128
#: The widths of the prerendered pictures of lens-shaped stones; the first that is clearly larger is scaled down.
BAKED_SIDES = (64, 128, 256, 512)
_LENSES = ("black", "white")
#: Bands that must differ by more than colour: dashed bands, and bands with a dashed core.
_DASHED, _DASHED_CORES = ("threat_light",), ("band_second",)
#: The length of a dash without its round ends, and the distance of dashes, as multiples of the thickness.
_DASH_LENGTH, _DASH_PERIOD = 0.7, 1.9
#: The group of a drawing that holds its eyes, with the height of their middle; closed eyes are squeezed flat there.
_EYES = re.compile(r'<g id="eyes" data-middle="([\d.]+)">')
_CLOSED = r'<g transform="translate(0 \1) scale(1 0.14) translate(0 -\1)">'


class Sprites:
    """A cache of the pictures of stones, faces and marks, by name and size.

    ``folders`` are those of the rulesets, which are searched for drawings first.
    """

    def __init__(self, folders: Mapping[str, Path] | None = None, *, theme: Theme | None = None) -> None:
        self._folders = tuple((folders or {}).values())
        self._theme = theme or Theme.load()
        self._stored = SurfaceCache(_STORED_PIXELS)

    def stone(self, art: str, diameter: int, *, blinking: bool = False) -> pygame.Surface:
        """Return the picture of a stone whose disc has this diameter.

        The picture is a little wider than the disc. With ``blinking``, its eyes are closed if its drawing marks them.
        """
        return self._stored.get(("stone", art, diameter, blinking), lambda: self._stone(art, diameter, blinking))

    def _stone(self, art: str, diameter: int, blinking: bool) -> pygame.Surface:
        picture = _lens(art, diameter) if art in _LENSES else self._drawing(art, ("stones",), diameter, blinking)
        width = self._theme.measures.stone_line * diameter / 100
        if width:
            rim = _rim(picture.get_size(), diameter, width)
            role = f"stone_{art}_line" if art in _LENSES else "stone_line"
            picture.blit(tinted(rim, self._theme.colour(role)), (0, 0))
        return picture

    def portrait(self, name: str, diameter: int) -> pygame.Surface:
        """Return a face for a player's card, in a disc of this diameter."""
        return self._stored.get(
            ("portrait", name, diameter), lambda: self._drawing(name, ("portraits", "stones"), diameter)
        )

    def _drawing(self, name: str, shelves: tuple[str, ...], diameter: int, blinking: bool = False) -> pygame.Surface:
        """Render an SVG picture by its name; if its file is missing or broken, return a plain pearl."""
        side = max(2, round(diameter / _SVG_SHARE))
        for folder in (*(assets.FOLDER / shelf for shelf in shelves), *self._folders):
            file = folder / f"{name}.svg"
            if file.is_file():
                try:
                    text = file.read_text(encoding="utf-8")
                    return svg(_EYES.sub(_CLOSED, text) if blinking else text, (side, side))
                except (pygame.error, OSError, UnicodeDecodeError):
                    break
        return draw_disc("lens", diameter, base=self._theme.colour("pearl"), lit=self._theme.colour("pearl_lit"))

    def shadow(self, diameter: int, pond: bool = False) -> pygame.Surface:
        """Return the soft shadow of a stone of this diameter, to be drawn a little to the right and below.

        With ``pond``, its colour is that for the pond board.
        """
        colour = self._theme.faded("stone_shadow_pond" if pond else "stone_shadow", 158)
        return self._stored.get(("shadow", diameter, pond), lambda: draw_shade(diameter, colour, colour.a / 255))

    def ghost(self, art: str, diameter: int, *, pond: bool = False) -> pygame.Surface:
        """Return a preview stone for the cell under the pointer: translucent, in a dashed ring.

        With ``pond``, the ring's colour is that for the pond board.
        """
        return self._stored.get(("ghost", art, diameter, pond), lambda: self._preview(art, diameter, pond))

    def _preview(self, art: str, diameter: int, pond: bool) -> pygame.Surface:
        pale = self.stone(art, diameter).copy()
        pale.fill((255, 255, 255, 135 if art in _LENSES else 195), special_flags=pygame.BLEND_RGBA_MULT)
        ring = self.dashed_ring(round(diameter * 1.28), "ghost_ring_pond" if pond else "ghost_ring")
        return _stacked(pale, ring)

    def laid(self, art: str, diameter: int, *, pond: bool = False) -> pygame.Surface:
        """Return a stone of an unfinished turn, which is not played yet: almost opaque, in a dashed ring.

        With ``pond``, the ring's colour is that for the pond board.
        """

        def draw() -> pygame.Surface:
            pale = self.stone(art, diameter).copy()
            pale.fill((255, 255, 255, 220), special_flags=pygame.BLEND_RGBA_MULT)
            ring = self.dashed_ring(round(diameter * 1.2), "ghost_ring_pond" if pond else "ghost_ring")
            return _stacked(pale, ring)

        return self._stored.get(("laid", art, diameter, pond), draw)

    def faint(self, art: str, diameter: int) -> pygame.Surface:
        """Return a very faint stone, for a move of a variation that is shown on the board."""

        def draw() -> pygame.Surface:
            pale = self.stone(art, diameter).copy()
            pale.fill((255, 255, 255, 150), special_flags=pygame.BLEND_RGBA_MULT)
            return pale

        return self._stored.get(("faint", art, diameter), draw)

    def dashed_ring(self, diameter: int, colour: ColourLike) -> pygame.Surface:
        tint = self._theme.colour(colour)
        return self._stored.get(("dashes", diameter, tuple(tint)), lambda: tinted(_dashes(diameter), tint))

    def last_move_ring(self, diameter: int, *, pond: bool = False, dotted: bool = True) -> pygame.Surface:
        """Return the mark of the last move for a stone: a ring and a dot on wood, two rings on the pond board."""
        draw = self._pond_ring if pond else self._ring_and_dot if dotted else self._plain_ring
        return self._stored.get(("last", diameter, pond, dotted), lambda: draw(diameter))

    def _plain_ring(self, diameter: int) -> pygame.Surface:
        return self._ring(diameter * 1.12, 0.14, "last_ring")

    def _ring_and_dot(self, diameter: int) -> pygame.Surface:
        colour, ring = self._theme.colour, self._plain_ring(diameter)
        dot = draw_disc("plain", diameter * 0.4, base=colour("last_dot_edge"), lit=colour("last_dot_edge"))
        middle = draw_disc("plain", diameter * 0.3, base=colour("last_dot"), lit=colour("last_dot"))
        return _stacked(ring, dot, middle)

    def _pond_ring(self, diameter: int) -> pygame.Surface:
        return _stacked(
            self._ring(diameter * 1.14, 0.15, "last_ring_pond"),
            self._ring(diameter * 1.10, 0.07, "cream"),
        )

    def _ring(self, diameter: float, thickness: float, role: str, strength: float = 0.95) -> pygame.Surface:
        """Return a ring in a colour of the theme.

        The theme also determines how sharp the ring's edges are.
        """
        colour, dark, edge = self._theme.colour(role), self._theme.colour("ring_edge"), self._theme.measures.ring_edge
        ring = draw_ring(diameter, thickness, colour, strength, edge)
        return _stacked(draw_ring(diameter, thickness * 1.7, dark, 1.0, edge), ring) if dark.a else ring

    def legal_ring(self, diameter: int) -> pygame.Surface:
        """Return the glowing ring around a pocket (cell) of the pond board where a stone may be placed."""
        return self._stored.get(("legal", diameter), lambda: self._ring(diameter, 0.1, "legal_ring"))

    def win_ring(self, diameter: int) -> pygame.Surface:
        """Return the pale ring that is drawn around each stone of a winning line, in a given diameter."""
        return self._stored.get(("win", diameter), lambda: self._ring(diameter, 0.1, "win_ring", 1.0))

    def lit_pocket(self, diameter: int) -> pygame.Surface:
        """Return the picture of a pocket where a stone may be placed, to be drawn over the pocket of the board."""
        return self._stored.get(("pocket", diameter), lambda: draw_pocket(self._theme, diameter, legal=True))

    def forbidden_mark(self, diameter: int) -> pygame.Surface:
        """Return the mark of a cell where a move is forbidden: a diagonal cross with a light edge."""
        return self._stored.get(("forbidden", diameter), lambda: self._forbidden(diameter))

    def _forbidden(self, diameter: int) -> pygame.Surface:
        colour = self._theme.colour
        edge = tinted(_cross(diameter, 0.3), colour("forbidden_edge"))
        return _stacked(edge, tinted(_cross(diameter, 0.17), colour("forbidden")))

    def block_mark(self, diameter: int, role: str = "block", edge: str = "block_edge") -> pygame.Surface:
        """Return a diamond that marks a cell.

        By default, it has the colours for a cell where a move stops a threat.
        """
        return self._stored.get(("block", diameter, role), lambda: self._block(diameter, role, edge))

    def _block(self, diameter: int, role: str, edge: str) -> pygame.Surface:
        colour = self._theme.colour
        around = tinted(_diamond(diameter), colour(edge))
        return _stacked(around, tinted(_diamond(round(diameter * 0.72)), colour(role)))

    def beam(self, length: int, thickness: int, *, upright: bool = False) -> pygame.Surface:
        """Return a beam of light to be drawn along a row where the next stone may be placed.

        With ``upright``, the beam is for a column.
        """
        size = (thickness, length) if upright else (length, thickness)
        return self._stored.get(("beam", size), lambda: self._beam(size, upright))

    def _beam(self, size: tuple[int, int], upright: bool) -> pygame.Surface:
        light = blank(size, self._theme.colour("legal_beam"))
        edge = self._theme.colour("legal_beam_edge")
        width = max(1, round(min(size) / 26))
        for far in (False, True):
            strip = pygame.Rect(0, 0, width, size[1]) if upright else pygame.Rect(0, 0, size[0], width)
            if far:
                strip.bottomright = size
            light.fill(edge, strip)
        return surfaces.multiply(light, _faded_ends(size, upright))

    def band(self, dx: int, dy: int, thickness: int, role: str = "band_first") -> pygame.Surface:
        """Return a coloured band to be drawn under a line of stones; its ends are (dx, dy) apart.

        ``role`` is its colour in the theme. It has a shadow unless it is translucent.
        """
        return self._stored.get(("band", dx, dy, thickness, role), lambda: self._band((dx, dy), thickness, role))

    def _band(self, way: tuple[int, int], thickness: int, role: str) -> pygame.Surface:
        shade = self._theme.colour("pond_shadow")
        shade.a = 130 if self._theme.colour(role).a == 255 else 0
        whole = _dash_spans(way, thickness) if role in _DASHED else [(0.0, 1.0)]
        core_parts = _dash_spans(way, thickness / 2) if role in _DASHED_CORES else whole
        outer = tinted(_capsule(way, thickness, thickness, whole), self._theme.colour(role))
        core = tinted(_capsule(way, thickness / 2, thickness, core_parts), self._theme.colour(f"{role}_core"))
        under = tinted(_capsule(way, thickness * 1.07, thickness, whole), shade)
        fall = max(1, round(thickness * 0.16))
        picture = blank((outer.get_width() + 2 * fall, outer.get_height() + 2 * fall))
        picture.blit(under, (round(fall * 1.4), fall * 2))
        for part in (outer, core):
            picture.blit(part, (fall, fall))
        return picture


def _stacked(*pictures: pygame.Surface) -> pygame.Surface:
    """Return one picture made of several, drawn on top of each other around a common centre."""
    width = max(picture.get_width() for picture in pictures)
    height = max(picture.get_height() for picture in pictures)
    stack = blank((width, height))
    for picture in pictures:
        stack.blit(picture, picture.get_rect(center=(width / 2, height / 2)))
    return stack


def _faded_ends(size: surfaces.Size, upright: bool) -> pygame.Surface:
    """Return a mask of a bar that fades out at both ends."""
    length, thickness = (size[1], size[0]) if upright else size
    full, clear = pygame.Color(255, 255, 255, 255), pygame.Color(255, 255, 255, 0)
    fade = min(0.5, thickness * 0.55 / max(1, length))
    mask = surfaces.gradient((thickness, length), ((0, clear), (fade, full), (1 - fade, full), (1, clear)))
    return mask if upright else pygame.transform.rotate(mask, 90)


@lru_cache(maxsize=16)
def _baked(art: str, side: int) -> pygame.Surface:
    return in_screen_format(pygame.image.load(assets.FOLDER / "stones" / f"{art}_{side}.webp"))


def _lens(art: str, diameter: int) -> pygame.Surface:
    side = max(2, round(diameter / DISC_SHARE))
    larger = next((baked for baked in BAKED_SIDES if baked >= side * 1.4), BAKED_SIDES[-1])
    return pygame.transform.smoothscale(_baked(art, larger), (side, side))


def _rim(size: surfaces.Size, diameter: int, width: float) -> pygame.Surface:
    """Return a mask of a ring ``width`` pixels wide, inside the edge of a disc in the middle of a picture."""

    def draw(fine: pygame.Surface, times: int) -> None:
        middle = (size[0] * times / 2, size[1] * times / 2)
        pygame.draw.circle(fine, "white", middle, diameter * times / 2, max(1, round(width * times)))

    return surfaces.finely_drawn(size, draw)


def _dashes(diameter: int, count: int = 18) -> pygame.Surface:
    """Return a mask of a dashed circle."""
    side = diameter + 4
    thickness = max(1.5, diameter / 34)

    def draw(fine: pygame.Surface, times: int) -> None:
        middle, outer = side * times / 2, diameter * times / 2
        inner = outer - thickness * times
        for dash in range(count):
            start = dash * math.tau / count
            turns = [start + step / 6 * 0.62 * math.tau / count for step in range(7)]
            far = [(middle + outer * math.cos(a), middle + outer * math.sin(a)) for a in turns]
            near = [(middle + inner * math.cos(a), middle + inner * math.sin(a)) for a in reversed(turns)]
            pygame.draw.polygon(fine, "white", far + near)

    return surfaces.finely_drawn((side, side), draw)


def _cross(diameter: int, share: float) -> pygame.Surface:
    """Return a mask of a diagonal cross; ``share`` is the thickness of its bars as a share of the diameter."""

    def draw(fine: pygame.Surface, times: int) -> None:
        side = diameter * times
        edge = side * 0.2
        for start, end in (((edge, edge), (side - edge, side - edge)), ((side - edge, edge), (edge, side - edge))):
            _thick_line(fine, start, end, side * share)

    return surfaces.finely_drawn((diameter, diameter), draw)


def _diamond(diameter: int) -> pygame.Surface:
    """Return a mask of a diamond: a square turned by 45 degrees."""

    def draw(fine: pygame.Surface, times: int) -> None:
        side = diameter * times
        middle = side / 2
        pygame.draw.polygon(fine, "white", [(middle, 0), (side, middle), (middle, side), (0, middle)])

    return surfaces.finely_drawn((diameter, diameter), draw)


def _dash_spans(way: tuple[int, int], thickness: float) -> list[tuple[float, float]]:
    """Return the evenly spread dashes of a dashed line as (start, end) pairs, in shares of its length."""
    length = max(1.0, math.hypot(*way))
    gaps = max(1, round(length / thickness / _DASH_PERIOD))
    piece = min(1.0, _DASH_LENGTH * thickness / length)
    return [(step, step + piece) for step in ((1 - piece) * number / gaps for number in range(gaps + 1))]


def _capsule(
    way: tuple[int, int], thickness: float, margin: float, pieces: Sequence[tuple[float, float]]
) -> pygame.Surface:
    """Return a mask of a thick dashed line with round ends; its ends are ``way`` (dx, dy) apart."""
    size = (round(abs(way[0]) + 2 * margin), round(abs(way[1]) + 2 * margin))

    def draw(fine: pygame.Surface, times: int) -> None:
        start = (size[0] * times / 2 - way[0] * times / 2, size[1] * times / 2 - way[1] * times / 2)
        for piece in pieces:
            ends = [(start[0] + way[0] * times * share, start[1] + way[1] * times * share) for share in piece]
            _thick_line(fine, ends[0], ends[1], thickness * times)

    return surfaces.finely_drawn(size, draw)


def _thick_line(fine: pygame.Surface, start: surfaces.Point, end: surfaces.Point, thickness: float) -> None:
    """Draw a thick line with round ends."""
    length = math.dist(start, end) or 1.0
    nx, ny = (start[1] - end[1]) / length * thickness / 2, (end[0] - start[0]) / length * thickness / 2
    corners = [
        (start[0] + nx, start[1] + ny),
        (end[0] + nx, end[1] + ny),
        (end[0] - nx, end[1] - ny),
        (start[0] - nx, start[1] - ny),
    ]
    pygame.draw.polygon(fine, "white", corners)
    for point in (start, end):
        pygame.draw.circle(fine, "white", point, thickness / 2)
