"""The painting kit: words, cards, buttons and lights in the fair's style, for one theme at one scale.

Rectangles and points are screen pixels; sizes (font, radius, lip, thickness) are design pixels, multiplied by the
scale here. What costs time is kept, so a drawing that stays the same is one blit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from game.ui import ornaments, surfaces
from game.ui.backdrop import draw_backdrop
from game.ui.discs import draw_disc
from game.ui.icons import draw_icon
from game.ui.lettering import FairColours, can_show, draw_words, fair_lettering, shorten, wrap_words
from game.ui.surfaces import Point, Size, SurfaceCache, canvas
from game.ui.theme import ColourLike, Family, Shades, Theme, font_file

#: Pixels kept ready: about 40 MB.
_KEPT_PIXELS = 10_000_000
_CARD_SHADOW, _CARD_DROP = 18, 12
_BUTTON_SHADOW, _BUTTON_DROP = 8, 8
_BUTTON_LIP, _BUTTON_TRAVEL = 5, 4
_MARQUEE_BORDER = 11
_PRESS_STEPS = 4


@dataclass(frozen=True, slots=True)
class _Card:
    """How a card looks; drawn once for each."""

    size: Size
    radius: float
    lip: float
    look: str
    outline: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class _Button:
    """How a button looks; drawn once for each. ``pressed`` is 0 to 1 in few steps."""

    size: Size
    label: str
    kind: str | tuple[int, ...]
    letters: float
    icon: str
    pressed: float
    focused: bool
    enabled: bool


@dataclass(frozen=True, slots=True)
class _Raised:
    """What stands out from the page: its shadow's blur and drop (design pixels) and darkness, and its lip's height."""

    blur: float
    drop: float
    darkness: int
    lip: float


class Painter:
    """Draws onto any surface; one is made for each window size."""

    def __init__(self, theme: Theme, scale: float) -> None:
        self.theme = theme
        self.scale = scale
        self._kept = SurfaceCache(_KEPT_PIXELS)
        self._backdrops = SurfaceCache(1)
        self._veil: pygame.Surface | None = None

    def px(self, value: float) -> int:
        """A length in design pixels as screen pixels, at least one (none for 0)."""
        return max(1, round(value * self.scale)) if value else 0

    # Words

    def font(self, family: Family, size: float, string: str = "") -> pygame.font.Font:
        """The font at a size in design pixels; plain bold stands in where the display font lacks a letter."""
        font = self.theme.font(family, size * self.scale)
        if family == "display" and string and not can_show(font, string):
            return self.theme.font("bold", size * self.scale)
        return font

    def measure(self, string: str, family: Family = "text", size: float = 15) -> Size:
        """Width and height of the words in one line, in screen pixels."""
        return self.font(family, size, string).size(string)

    def wrap(self, string: str, family: Family, size: float, width: int) -> list[str]:
        """The words in lines no wider than ``width`` screen pixels."""
        return wrap_words(self.font(family, size, string), string, width)

    def fit(self, string: str, family: Family, size: float, width: int) -> str:
        """The words, shortened with an ellipsis to ``width`` screen pixels."""
        return shorten(self.font(family, size, string), string, width)

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
        words = self._words(string, family, size, self.theme.colour(colour), tracking)
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
        card = _Card(rect.size, radius, lip, look, edge)
        margin = self.px(_CARD_SHADOW)
        target.blit(self._kept.get(card, lambda: self._card(card)), (rect.x - margin, rect.y - margin))

    def _card(self, card: _Card) -> pygame.Surface:
        raised = _Raised(_CARD_SHADOW, _CARD_DROP, 150, card.lip)
        picture = self._raised(card.size, card.radius, raised, self.theme.colour("lip"))
        top, bottom = self.theme.colour(f"panel{card.look}_top"), self.theme.colour(f"panel{card.look}_bottom")
        place = pygame.Rect((self.px(_CARD_SHADOW), self.px(_CARD_SHADOW)), card.size)
        corner = self.px(card.radius)
        if card.look == "_active":
            picture.blit(surfaces.rounded(card.size, corner, self.theme.colour("panel_active_rim")), place)
            place, corner = self._inside_marquee(place), self.px(card.radius - 8)
        picture.blit(surfaces.rounded(place.size, corner, top, bottom), place)
        self._outline(picture, place, corner, 2, self.theme.colour("panel_line"))
        self._shine(picture, place, corner, 60, 26)
        if card.outline is not None:
            self._outline(picture, place, corner, 3, pygame.Color(card.outline))
        return picture

    def _inside_marquee(self, rect: pygame.Rect) -> pygame.Rect:
        """What the dark rim of an active card, where the bulbs are, leaves of it."""
        return rect.inflate(-2 * self.px(_MARQUEE_BORDER), -2 * self.px(_MARQUEE_BORDER))

    def _outline(
        self, picture: pygame.Surface, place: pygame.Rect, corner: int, thickness: float, colour: pygame.Color
    ) -> None:
        picture.blit(surfaces.rounded_outline(place.size, corner, self.px(thickness), colour), place)

    def _raised(self, size: Size, radius: float, raised: _Raised, lip_colour: pygame.Color) -> pygame.Surface:
        """The shadow and the lip of a shape of that size, which goes at (blur, blur)."""
        margin, fall, corner = self.px(raised.blur), self.px(raised.drop), self.px(radius)
        shade = self.theme.colour("shadow")
        shade.a = raised.darkness
        shadow = surfaces.shadow_of(surfaces.rounded_mask(size, corner), margin, shade)
        picture = canvas((shadow.get_width(), shadow.get_height() + fall))
        picture.blit(shadow, (0, fall))
        if raised.lip:
            tall = (size[0], size[1] + self.px(raised.lip))
            picture.blit(surfaces.rounded(tall, corner, lip_colour), (margin, margin))
        return picture

    def _shine(self, picture: pygame.Surface, place: pygame.Rect, corner: int, alpha: int, distance: float) -> None:
        """The highlight along the top edge, fading downwards."""
        white = self.theme.colour("shine")
        white.a = alpha
        line = surfaces.rounded_outline(place.size, corner, self.px(2), white)
        picture.blit(surfaces.fading_down(line, self.px(distance)), place)

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
    ) -> pygame.Rect:
        """A word or two in a dark capsule; returns its place."""
        tall = self.px(height)
        place = pygame.Rect(0, 0, self.measure(string, "bold", size)[0] + 2 * self.px(height * 0.43), tall)
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
    ) -> None:
        """A button with a lip below the rectangle; ``pressed`` (0 to 1) moves its face down onto the lip."""
        step = round(min(1.0, max(0.0, pressed)) * _PRESS_STEPS) / _PRESS_STEPS
        named = kind if isinstance(kind, str) else tuple(kind)
        button = _Button(rect.size, label, named, size, icon, step, focused, enabled)
        margin = self.px(_BUTTON_SHADOW)
        target.blit(self._kept.get(button, lambda: self._button(button)), (rect.x - margin, rect.y - margin))

    def _button(self, button: _Button) -> pygame.Surface:
        shades = self._shades(button.kind)
        radius = min(16, button.size[1] / 2 / self.scale)
        margin = self.px(_BUTTON_SHADOW)
        travel = round(self.px(_BUTTON_TRAVEL) * button.pressed)
        picture = canvas(self._pressed_size(button.size))
        raised = _Raised(_BUTTON_SHADOW, _BUTTON_DROP, 130, _BUTTON_LIP - travel / self.scale)
        picture.blit(self._raised(button.size, radius, raised, shades.lip), (0, travel))
        face = pygame.Rect((margin, margin + travel), button.size)
        picture.blit(surfaces.rounded(button.size, self.px(radius), shades.top, shades.face), face)
        inset = face.inflate(-2 * self.px(2), -2 * self.px(2))
        self._shine(picture, inset, self.px(radius - 2), 40 if button.kind in ("ghost", "flat") else 120, 14)
        self._label(picture, face, button, shades.text)
        if not button.enabled:
            surfaces.multiply(picture, (255, 255, 255, 110))
        if button.focused:
            whole = pygame.Rect((margin, margin), (button.size[0], button.size[1] + self.px(_BUTTON_LIP)))
            self.focus_ring(picture, whole, radius)
        return picture

    def _shades(self, kind: str | tuple[int, ...]) -> Shades:
        if isinstance(kind, tuple):
            return self.theme.shades(pygame.Color(kind))
        return self.theme.shades("amber" if kind == "primary" else kind)

    def _pressed_size(self, size: Size) -> Size:
        """Room for a button at rest and fully pressed, with its shadow."""
        around = 2 * self.px(_BUTTON_SHADOW)
        return size[0] + around, size[1] + around + self.px(_BUTTON_DROP) + self.px(_BUTTON_TRAVEL)

    def _label(self, picture: pygame.Surface, face: pygame.Rect, button: _Button, colour: pygame.Color) -> None:
        """Icon and words in the middle of a face, the words smaller or shortened when they do not fit."""
        size, label = button.letters, button.label
        side = self.px(size * 1.18) if button.icon else 0
        gap = self.px(size * 0.4) if button.icon and label else 0
        room = face.width - side - gap - 2 * self.px(10)
        while size > 13 and self.measure(label, "display", size)[0] > room:
            size -= 1
        label = self.fit(label, "display", size, room) if label else ""
        words = self.measure(label, "display", size)[0] if label else 0
        left = face.centerx - (side + gap + words) // 2
        if button.icon:
            self.icon(picture, button.icon, (left + side / 2, face.centery), colour, button.letters * 1.18)
        if label:
            place = (left + side + gap, face.centery + self.px(1))
            self.text(picture, label, place, family="display", size=size, colour=colour, anchor="midleft")

    def focus_ring(self, target: pygame.Surface, rect: pygame.Rect, radius: float = 16) -> None:
        """The ring round what has the keyboard's focus, 6 design pixels outside the rectangle."""
        around = rect.inflate(2 * self.px(6), 2 * self.px(6))

        def draw() -> pygame.Surface:
            return surfaces.rounded_outline(around.size, self.px(radius + 6), self.px(3), self.theme.colour("focus"))

        target.blit(self._kept.get(("focus", around.size, radius), draw), around)

    def icon(
        self, target: pygame.Surface, name: str, centre: Point, colour: ColourLike = "cream", size: float = 24
    ) -> None:
        """An icon by its name, in a colour."""
        tint = self.theme.colour(colour)
        picture = self._kept.get(("icon", name, tuple(tint), size), lambda: draw_icon(name, self.px(size), tint))
        _blit_centred(target, picture, centre)

    # Light

    def glow(
        self, target: pygame.Surface, centre: Point, diameter: float, colour: ColourLike, strength: float = 0.5
    ) -> None:
        """Adds a round light, or lays it on a picture with an alpha channel; the diameter is in screen pixels."""
        tint, across = self.theme.colour(colour), round(diameter)
        key = ("glow", across, tuple(tint), round(strength, 2))
        if target.get_flags() & pygame.SRCALPHA:
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
        path = rect.inflate(-self.px(_MARQUEE_BORDER), -self.px(_MARQUEE_BORDER))
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
        shade = self._kept.get((*key, "shadow"), lambda: surfaces.tinted(_silhouette(roof), (10, 4, 24, 120)))
        target.blit(shade, rect.move(0, self.px(8)))
        target.blit(roof, rect)

    def logo(self, target: pygame.Surface, string: str, centre: Point, size: float = 92) -> pygame.Rect:
        """The fair's own lettering; returns its place."""
        picture = self._kept.get(("logo", string, size), lambda: self._logo(string, size))
        return _blit_centred(target, picture, centre)

    def _logo(self, string: str, size: float) -> pygame.Surface:
        colour = self.theme.colour
        face = [colour(f"logo_{part}") for part in range(1, 5)]
        font = pygame.font.Font(font_file("display"), 2 * self.px(size))
        fine = fair_lettering(font, string, FairColours(colour("logo_edge"), colour("logo_lip"), face))
        return pygame.transform.smoothscale(fine, (fine.get_width() // 2, fine.get_height() // 2))

    def star(self, target: pygame.Surface, centre: Point, radius: float, colour: ColourLike = "amber") -> None:
        """A five-pointed star of a radius in screen pixels."""
        tint = self.theme.colour(colour)
        key = ("star", round(radius, 1), tuple(tint))
        _blit_centred(target, self._kept.get(key, lambda: ornaments.draw_star(radius, tint)), centre)

    def speech_bubble(self, target: pygame.Surface, rect: pygame.Rect, tail_up: bool = True) -> None:
        """A cream bubble with a tail above or below its left part."""
        picture = self._kept.get(("bubble", rect.size, tail_up), lambda: self._bubble(rect.size, tail_up))
        margin = self.px(24)
        target.blit(picture, (rect.x - margin, rect.y - margin))

    def _bubble(self, size: Size, tail_up: bool) -> pygame.Surface:
        margin, radius = self.px(24), self.px(20)
        shade = self.theme.colour("shadow")
        shade.a = 130
        shadow = surfaces.shadow_of(surfaces.rounded_mask(size, radius), self.px(12), shade)
        picture = canvas((size[0] + 2 * margin, size[1] + 2 * margin))
        picture.blit(shadow, (margin - self.px(12), margin - self.px(12) + self.px(8)))
        top, bottom = self.theme.colour("bubble_top"), self.theme.colour("bubble_bottom")
        tail = ornaments.draw_tail((self.px(34), self.px(24)), tail_up, top if tail_up else bottom)
        y = margin - self.px(20) if tail_up else margin + size[1] - self.px(4)
        picture.blit(tail, (margin + self.px(46), y))
        picture.blit(surfaces.rounded(size, radius, top, bottom), (margin, margin))
        return picture

    def medallion(
        self, target: pygame.Surface, centre: Point, diameter: float, picture: pygame.Surface | None = None
    ) -> None:
        """The dark ring round a face, of a diameter in screen pixels, and the face in it."""
        base, lit = self.theme.colour("medallion"), self.theme.colour("medallion_lit")
        ring = self._kept.get(("medallion", round(diameter)), lambda: draw_disc("plain", diameter, base=base, lit=lit))
        _blit_centred(target, ring, centre)
        if picture is not None:
            _blit_centred(target, picture, centre)

    def meter(self, target: pygame.Surface, rect: pygame.Rect, fraction: float) -> None:
        """A balance bar: the dark side has ``fraction`` of it, an amber mark between the two."""
        radius = rect.height / 2 / self.scale
        self.plate(target, rect, colour="meter_light_top", bottom="meter_light", radius=radius)
        dark = pygame.Rect(rect.topleft, (round(rect.width * min(1.0, max(0.0, fraction))), rect.height))
        if dark.width >= rect.height:
            self.plate(target, dark, colour="meter_dark_top", bottom="meter_dark", radius=radius)
        if self.px(4) < dark.width < rect.width - self.px(4):
            mark = pygame.Rect(0, 0, self.px(4), rect.height + self.px(8))
            mark.center = (dark.right, rect.centery)
            self.plate(target, mark, colour="amber", radius=2)

    # Whole scenes

    def veil(self, target: pygame.Surface, rect: pygame.Rect, alpha: int) -> None:
        """Darkens a part of the screen; alpha from 0 (clear) to 255 (night)."""
        if self._veil is None or self._veil.get_width() < rect.width or self._veil.get_height() < rect.height:
            self._veil = canvas(rect.size)
        night = self.theme.colour("veil")
        night.a = min(255, max(0, alpha))
        self._veil.fill(night, (0, 0, *rect.size))
        target.blit(self._veil, rect, (0, 0, *rect.size))

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
