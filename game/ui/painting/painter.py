"""The painting kit: words, cards, buttons and lights in the fair's style, for one theme at one scale.

Rectangles and points are screen pixels; sizes (font, radius, lip, thickness) are design pixels, multiplied by the
scale here. What costs time is kept, so a drawing that stays the same is one blit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from game.ui.painting import ornaments, surfaces
from game.ui.painting.backdrop import draw_backdrop
from game.ui.painting.discs import draw_disc
from game.ui.painting.fitting import line_size
from game.ui.painting.icons import draw_icon
from game.ui.painting.lettering import FairColours, draw_words, fair_lettering, shorten, wrap_words
from game.ui.painting.panels import (
    BUBBLE_MARGIN,
    BUTTON_MARGIN,
    CARD_MARGIN,
    MARQUEE_RIM,
    ButtonFace,
    Card,
    Tail,
    draw_bubble,
    draw_button,
    draw_card,
    fit_labels,
)
from game.ui.painting.surfaces import Point, Size, SurfaceCache, blank
from game.ui.painting.theme import ColourLike, Family, Theme, font_file

#: Pixels kept ready: about 40 MB.
_KEPT_PIXELS = 10_000_000
#: Pictures of a button on its way down.
_PRESS_STEPS = 4


class Painter:
    """Draws onto any surface; one is made for each window size."""

    def __init__(self, theme: Theme, scale: float, letters: float = 1.0) -> None:
        """``letters`` is how large the player wishes words, in parts of the usual size."""
        self.theme = theme
        self.scale = scale
        self.letters = letters
        self._kept = SurfaceCache(_KEPT_PIXELS)
        self._backdrops = SurfaceCache(1)
        self._labels: dict[tuple[tuple[Size, str, float, str], ...], tuple[float, bool]] = {}
        self._veil, self._veil_look = blank((1, 1)), ((1, 1), 0)

    def px(self, value: float) -> int:
        """A length in design pixels as screen pixels, at least one (none for 0)."""
        return max(1, round(value * self.scale)) if value else 0

    # Words

    def font(self, family: Family, size: float, string: str = "") -> pygame.font.Font:
        """The font at a size in design pixels; another family stands in where this one lacks a letter."""
        return self.theme.font(self.theme.family_for(family, string), size * self.scale)

    def measure(self, string: str, family: Family = "text", size: float = 15) -> Size:
        """Width and height of the words in one line, in screen pixels."""
        return self.font(family, size, string).size(string)

    def wrap(self, string: str, family: Family, size: float, width: int) -> list[str]:
        """The words in lines no wider than ``width`` screen pixels."""
        return wrap_words(self.font(family, size, string), string, width)

    def fit(self, string: str, family: Family, size: float, width: int) -> str:
        """The words, shortened with an ellipsis to ``width`` screen pixels."""
        return shorten(self.font(family, size, string), string, width)

    def grown(self, string: str, family: Family, size: float, width: float, height: float) -> float:
        """The size for one line in a box of screen pixels: as wished, as far as the box allows, at least ``size``."""
        return line_size(self, string, family, size, (width, height))

    def text(
        self,
        target: pygame.Surface,
        string: str,
        position: Point,
        *,
        family: Family = "text",
        size: float = 15,
        colour: ColourLike = "soft",
        anchor: str = "topleft",
        tracking: float = 0,
        shadow: bool = False,
    ) -> pygame.Rect:
        """One line of words with its ``anchor`` (a corner or middle of a Rect) at the position; returns its place."""
        words = self._words(string, family, size, self.theme.words(colour), tracking)
        place = words.get_rect(**{anchor: (round(position[0]), round(position[1]))})
        if shadow:
            dark = self._words(string, family, size, self.theme.colour("text_shadow"), tracking)
            target.blit(dark, place.move(0, self.px(max(1, size / 14))))
        target.blit(words, place)
        return place

    def _words(self, string: str, family: Family, size: float, colour: pygame.Color, tracking: float) -> pygame.Surface:
        def draw() -> pygame.Surface:
            return draw_words(self.font(family, size, string), string, colour, self.px(tracking))

        return self._kept.get(("words", string, family, size, tuple(colour), tracking), draw)

    # Cards and wells

    def card(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        *,
        radius: float = 22,
        lip: float = 8,
        active: bool = False,
        selected: bool = False,
        outline: ColourLike | None = None,
    ) -> None:
        """A panel with its shadow and, below the rectangle, its lip. ``active`` leaves a dark rim for a marquee."""
        if selected and outline is None:
            outline = "amber"
        edge = None if outline is None else tuple(self.theme.colour(outline))
        look = "_active" if active else "_selected" if selected else ""
        card = Card(rect.size, radius, lip, look, edge)
        margin = self.px(CARD_MARGIN)
        target.blit(self._kept.get(card, lambda: draw_card(self, card)), (rect.x - margin, rect.y - margin))

    def well(self, target: pygame.Surface, rect: pygame.Rect, *, radius: float = 14) -> None:
        """Something sunken: a tray, a field for a clock or points."""

        def draw() -> pygame.Surface:
            corner = self.px(radius)
            hole = surfaces.rounded(rect.size, corner, self.theme.colour("well"))
            hole.blit(surfaces.rounded_outline(rect.size, corner, self.px(2), self.theme.colour("well_line")), (0, 0))
            return hole

        target.blit(self._kept.get(("well", rect.size, radius), draw), rect)

    def plate(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        *,
        colour: ColourLike,
        bottom: ColourLike | None = None,
        radius: float = 10,
        line: ColourLike | None = None,
    ) -> None:
        """A flat rounded rectangle in a colour, or from one to another; ``line`` outlines it."""
        over, under = self.theme.colour(colour), self.theme.colour(colour if bottom is None else bottom)
        edge = None if line is None else self.theme.colour(line)

        def draw() -> pygame.Surface:
            shape = surfaces.rounded(rect.size, self.px(radius), over, under)
            if edge is not None:
                shape.blit(surfaces.rounded_outline(rect.size, self.px(radius), self.px(2), edge), (0, 0))
            return shape

        key = ("plate", rect.size, tuple(over), tuple(under), radius, None if edge is None else tuple(edge))
        target.blit(self._kept.get(key, draw), rect)

    def chosen_plate(self, target: pygame.Surface, rect: pygame.Rect, *, radius: float = 10) -> None:
        """The amber field behind the chosen or newest of several things."""
        self.plate(target, rect, colour="amber_top", bottom="amber", radius=radius)

    def row_plate(self, target: pygame.Surface, rect: pygame.Rect, *, radius: float = 10) -> None:
        """The dark field behind every other row of a list."""
        self.plate(target, rect, colour="row", radius=radius)

    def chip(
        self,
        target: pygame.Surface,
        position: Point,
        string: str,
        *,
        colour: ColourLike = "mist",
        anchor: str = "topleft",
        size: float = 14,
        height: float = 28,
        width: float = 0,
    ) -> pygame.Rect:
        """A word or two in a dark capsule, which is no wider than ``width`` screen pixels; returns its place."""
        tall, edges = self.px(height), 2 * self.px(height * 0.43)
        if width:
            size = self.grown(string, "bold", size, width - edges, tall)
            string = self.fit(string, "bold", size, round(width - edges))
        place = pygame.Rect(0, 0, self.measure(string, "bold", size)[0] + edges, tall)
        setattr(place, anchor, (round(position[0]), round(position[1])))
        self.plate(target, place, colour="chip", radius=height / 2)
        self.text(target, string, place.center, family="bold", size=size, colour=colour, anchor="center")
        return place

    # Buttons

    def button(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        label: str,
        *,
        kind: ColourLike = "ghost",
        size: float = 20,
        icon: str = "",
        pressed: float = 0.0,
        focused: bool = False,
        enabled: bool = True,
        grown: float = 0.0,
    ) -> None:
        """A button with a lip below the rectangle; ``pressed`` (0 to 1) moves its face down onto the lip.

        Its words grow to the size ``grown``; without one, as far as the player wishes and the face allows.
        """
        step = round(min(1.0, max(0.0, pressed)) * _PRESS_STEPS) / _PRESS_STEPS
        named = kind if isinstance(kind, str) else tuple(kind)
        button = ButtonFace(rect.size, label, named, size, icon, step, focused, enabled, grown)
        margin = self.px(BUTTON_MARGIN)
        target.blit(self._kept.get(button, lambda: draw_button(self, button)), (rect.x - margin, rect.y - margin))

    def labels_together(self, faces: Sequence[tuple[Size, str, float, str]]) -> tuple[float, bool]:
        """How large the words of buttons that stand together become, and whether their icons stay.

        Each face has its size on the screen, its words with their usual size, and its icon.
        """
        key = tuple(faces)
        if key not in self._labels:
            self._labels[key] = fit_labels(
                self, [ButtonFace(size, label, "", letters, icon) for size, label, letters, icon in faces]
            )
        return self._labels[key]

    def focus_ring(self, target: pygame.Surface, rect: pygame.Rect, radius: float = 16) -> None:
        """The ring round what has the keyboard's focus, 6 design pixels outside the rectangle."""
        around, thick = rect.inflate(2 * self.px(6), 2 * self.px(6)), self.px(self.theme.measures.focus_line)

        def draw() -> pygame.Surface:
            return surfaces.rounded_outline(around.size, self.px(radius + 6), thick, self.theme.colour("focus"))

        target.blit(self._kept.get(("focus", around.size, radius), draw), around)

    def icon(
        self, target: pygame.Surface, name: str, centre: Point, colour: ColourLike = "cream", size: float = 24
    ) -> None:
        """An icon by its name, in a colour."""
        tint = self.theme.words(colour)
        picture = self._kept.get(("icon", name, tuple(tint), size), lambda: draw_icon(name, self.px(size), tint))
        _blit_centred(target, picture, centre)

    # Light

    def glow(
        self, target: pygame.Surface, centre: Point, diameter: float, colour: ColourLike, strength: float = 0.5
    ) -> None:
        """Adds a round light, or lays it on a picture with an alpha channel; the diameter is in screen pixels."""
        tint, across, measures = self.theme.light(colour), round(diameter), self.theme.measures
        strength = round(strength * measures.glow, 2)
        if not strength:
            return
        key = ("glow", across, tuple(tint), strength)
        if measures.glow_laid or target.get_flags() & pygame.SRCALPHA:
            haze = self._kept.get((*key, "haze"), lambda: surfaces.haze(across, tint, strength))
            _blit_centred(target, haze, centre)
        else:
            light = self._kept.get(key, lambda: surfaces.light(across, tint, strength))
            _blit_centred(target, light, centre, pygame.BLEND_RGB_ADD)

    def bulb(
        self, target: pygame.Surface, centre: Point, colour: ColourLike, diameter: float, lit: bool = True
    ) -> None:
        """A small lamp of a diameter in screen pixels, with its light when it is lit."""
        tint = self.theme.colour(colour)
        if lit:
            self.glow(target, centre, diameter * 5.2, tint, 0.55)
        base, bright = (tint, tint.lerp(self.theme.colour("shine"), 0.75)) if lit else self._unlit()
        key = ("bulb", round(diameter, 1), tuple(base))
        _blit_centred(target, self._kept.get(key, lambda: draw_disc("lens", diameter, base=base, lit=bright)), centre)

    def _unlit(self) -> tuple[pygame.Color, pygame.Color]:
        return self.theme.colour("bulb_off"), self.theme.colour("bulb_off_lit")

    def marquee(self, target: pygame.Surface, rect: pygame.Rect, *, radius: float = 17, phase: int = 0) -> None:
        """The bulbs round the player to move, every other one lit, along the middle of an active card's rim."""
        path = rect.inflate(-self.px(MARQUEE_RIM), -self.px(MARQUEE_RIM))
        points = ornaments.points_round(path, self.px(radius), 24 * self.scale)
        for index, point in enumerate(points):
            self.bulb(target, point, "amber", 9 * self.scale, (index + phase) % 2 == 0)

    def string_lights(
        self, target: pygame.Surface, points: Sequence[Point], sag: float, count: int, diameter: float = 12
    ) -> None:
        """Wires from point to point, hanging ``sag`` deep, each with ``count`` bulbs; all in screen pixels."""
        colours = ("amber", "coral", "teal", "pink")
        for index, (start, end) in enumerate(pairwise(points)):
            ornaments.draw_wire(target, (start, end), sag, self.theme.colour("wire"))
            for number in range(count):
                x, y = ornaments.on_wire(start, end, sag, (number + 0.5) / count)
                socket = pygame.Rect(0, 0, round(diameter / 2), round(diameter / 2))
                socket.midtop = (round(x), round(y) - 1)
                pygame.draw.rect(target, self.theme.colour("wire"), socket, border_radius=2)
                self.bulb(target, (x, y + 0.9 * diameter), colours[(number + index * count) % len(colours)], diameter)

    # Ornaments

    def awning(self, target: pygame.Surface, rect: pygame.Rect, accent: ColourLike, accent2: ColourLike) -> None:
        """The striped roof of a stall, with its shadow on what is below."""
        stripes = self.theme.colour(accent), self.theme.colour(accent2)
        key = ("awning", rect.size, *(tuple(colour) for colour in stripes))
        roof = self._kept.get(key, lambda: ornaments.draw_awning(rect.size, *stripes, inset=self.px(14)))
        shade = self._kept.get(
            (*key, "shadow"), lambda: surfaces.tinted(_silhouette(roof), self.theme.colour("awning_shadow"))
        )
        target.blit(shade, rect.move(0, self.px(8)))
        target.blit(roof, rect)

    def logo(self, target: pygame.Surface, string: str, centre: Point, size: float = 92) -> pygame.Rect:
        """The fair's own lettering; returns its place."""
        picture = self._kept.get(("logo", string, size), lambda: self._logo(string, size))
        return _blit_centred(target, picture, centre)

    def _logo(self, string: str, size: float) -> pygame.Surface:
        colour = self.theme.colour
        face = [colour(f"logo_{part}") for part in range(1, 5)]
        font = pygame.font.Font(font_file(self.theme.family_for("display", string)), 2 * self.px(size))
        fine = fair_lettering(
            font, string, 2 * self.px(size), FairColours(colour("logo_edge"), colour("logo_lip"), face)
        )
        return pygame.transform.smoothscale(fine, (fine.get_width() // 2, fine.get_height() // 2))

    def star(self, target: pygame.Surface, centre: Point, radius: float, colour: ColourLike = "amber") -> None:
        """A five-pointed star of a radius in screen pixels."""
        tint = self.theme.colour(colour)
        key = ("star", round(radius, 1), tuple(tint))
        _blit_centred(target, self._kept.get(key, lambda: ornaments.draw_star(radius, tint)), centre)

    def speech_bubble(self, target: pygame.Surface, rect: pygame.Rect, tail: Tail = "up") -> None:
        """A cream bubble with a tail above or below its left part, or to the left of its upper part."""
        picture = self._kept.get(("bubble", rect.size, tail), lambda: draw_bubble(self, rect.size, tail))
        margin = self.px(BUBBLE_MARGIN)
        target.blit(picture, (rect.x - margin, rect.y - margin))

    def medallion(
        self, target: pygame.Surface, centre: Point, diameter: float, picture: pygame.Surface | None = None
    ) -> None:
        """The dark ring round a face, of a diameter in screen pixels, and the face in it."""
        base, lit = self.theme.colour("medallion"), self.theme.colour("medallion_lit")
        ring = self._kept.get(("medallion", round(diameter)), lambda: draw_disc("plain", diameter, base=base, lit=lit))
        _blit_centred(target, ring, centre)
        if picture is not None:
            _blit_centred(target, picture, centre)

    # Whole scenes

    def veil(self, target: pygame.Surface, rect: pygame.Rect, alpha: int) -> None:
        """Darkens a part of the screen; alpha from 0 (clear) to 255 (as dark as the theme has it)."""
        night = self.theme.faded("veil", min(255, max(0, alpha)))
        look = (rect.size, night.a)
        if look != self._veil_look:
            if self._veil.get_size() != rect.size:
                self._veil = blank(rect.size)
            self._veil.fill(night)
            self._veil_look = look
        target.blit(self._veil, rect)

    def backdrop(self, size: Size, dimmed: bool) -> pygame.Surface:
        """The opaque sky for a window size: clear for the menu, dimmed behind a board; only the latest is kept."""
        return self._backdrops.get((size, dimmed), lambda: draw_backdrop(self.theme, size, dimmed))


def _silhouette(picture: pygame.Surface) -> pygame.Surface:
    """The alpha of a picture as a mask."""
    mask = picture.copy()
    mask.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return mask


def _blit_centred(target: pygame.Surface, picture: pygame.Surface, centre: Point, flags: int = 0) -> pygame.Rect:
    place = picture.get_rect(center=(round(centre[0]), round(centre[1])))
    target.blit(picture, place, special_flags=flags)
    return place
