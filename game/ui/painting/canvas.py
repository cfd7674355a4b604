"""The drawing surface: draws a layout in design pixels (1280 x 800) at any size of the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import pygame

from game.ui.painting import ornaments
from game.ui.painting.fonts import Family
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.panels import (
    BUBBLE_MARGIN,
    BUTTON_MARGIN,
    CARD_MARGIN,
    MARQUEE_RIM,
    RING_MARGIN,
    ButtonFace,
    Card,
    Plate,
    Tail,
)
from game.ui.painting.sprites import Sprites
from game.ui.painting.stage import PIXELS, Area, Transform
from game.ui.painting.surfaces import Point
from game.ui.painting.theme import ColourLike, Theme
from game.ui.painting.typesetter import LEADING, LINE, Block, Passage, SharedSizes, Typesetter, spread

#: The maximum growth factor of headings, which are large already.
_GROWN_TITLE = 1.3
_HEADING = 32.0
#: The alpha of the light on the item under the pointer.
_LIGHT = 34
#: The number of steps in which a button goes down.
_PRESS_STEPS = 4
#: The diameter of a bulb's light as a multiple of the bulb's.
_BULB_LIGHT = 5.2
#: The strength of a bulb's light, from 0 to 1.
_BULB_STRENGTH = 0.55


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A surface to draw on in its own coordinates, usually design pixels, with the theme's fonts, panels and pictures.

    Positions and lengths are in the coordinates of the transform: design pixels on the stage, or the surface's own
    pixels (``in_pixels``) for boards, buttons and fields. Text, icons, radii and lines are sized in design pixels.
    """

    target: pygame.Surface
    transform: Transform
    paintbox: Paintbox
    shared: SharedSizes | None = None
    """The common letter sizes of texts of the same kind in a list or card."""

    @property
    def in_pixels(self) -> Canvas:
        """A canvas on the same surface whose coordinates are screen pixels."""
        return replace(self, transform=PIXELS)

    def onto(self, surface: pygame.Surface) -> Canvas:
        """Return a canvas that draws onto another surface, with the same coordinates."""
        return replace(self, target=surface)

    def share_sizes(self, draw: Callable[[Canvas], None], shared: SharedSizes | None = None) -> None:
        """Call a function that draws texts, so that all texts of the same kind get the same letter size.

        A first pass draws on a tiny surface, to learn how far each text can grow.
        ``shared`` adds the common sizes of other texts.
        """
        if self.letters == 1:
            draw(self)
            return
        canvas = replace(self, shared=shared or self.shared or SharedSizes())
        for surface in (pygame.Surface((1, 1), 0, self.target), self.target):
            draw(canvas.onto(surface))

    # Properties

    @property
    def theme(self) -> Theme:
        return self.paintbox.theme

    @property
    def sprites(self) -> Sprites:
        """The pictures of stones, faces and marks."""
        return self.paintbox.sprites

    @property
    def typesetter(self) -> Typesetter:
        """The object that measures and lays out text, in pixels."""
        return self.paintbox.typesetter

    @property
    def letters(self) -> float:
        """The player's text size as a factor; 1 is the usual size."""
        return self.typesetter.letters

    def tall(self, length: float) -> float:
        """Return the height of a line of text, enlarged for the player's text size."""
        return length * spread(self.letters)

    def px(self, length: float) -> int:
        """Convert a length in design pixels to pixels, at least one (0 for 0)."""
        return self.paintbox.panels.px(length)

    def area(self, rect: pygame.Rect) -> Area:
        """Convert a rectangle in pixels to the coordinates of this canvas."""
        return Area(rect, self.transform)

    # Text

    def text(
        self,
        words: str,
        x: float,
        y: float,
        *,
        family: Family = "text",
        size: float = 15,
        colour: ColourLike = "soft",
        anchor: str = "topleft",
        shadow: bool = False,
        width: float = 0,
        height: float = 0,
        smallest: float = 0,
    ) -> Area:
        """Draw one line of text no wider than ``width``.

        Text that is too wide is drawn smaller, down to ``smallest``, then shortened with an ellipsis. In a box of
        ``width`` and ``height`` (default: one line) the text is as large as the player prefers and the box allows.
        """
        type_, transform = self.typesetter, self.transform
        grown = self.size_for(words, family, size, width, smallest=smallest, height=height or size * LEADING)
        size = self._shared_size(family, size, grown) if width and words else grown
        shown = type_.fit(words, family, size, transform.px(width)) if width else words
        at = transform.point(x, y)
        return self.area(
            type_.draw(self.target, shown, at, family=family, size=size, colour=colour, anchor=anchor, shadow=shadow)
        )

    def size_for(
        self, words: str, family: Family, size: float, width: float, *, smallest: float = 0, height: float = 0
    ) -> float:
        """Return the largest letter size at which a text fits a box: at most the preferred one, at least ``smallest``.

        Without a width the size is ``size``. Without a height the text does not grow, and without ``smallest`` it does
        not shrink.
        """
        if not width:
            return size
        type_, room = self.typesetter, self.transform.px(width)
        if height:
            grown = type_.line_size(words, family, size, room, height * self.transform.scale)
            if grown > size:
                return grown
        return type_.shrunk(words, family, size, room, smallest) if smallest else size

    def _shared_size(self, family: Family, size: float, grown: float) -> float:
        """Record that a text could be drawn as large as ``grown``; return the common size for texts of its kind."""
        return grown if self.shared is None else self.shared.share(family, size, grown)

    def fits(self, words: str, family: Family, size: float, width: float) -> bool:
        """Return True if a text fits ``width`` in one line."""
        return self.typesetter.measure(words, family, size)[0] <= self.transform.px(width)

    def heading(
        self, words: str, x: float, y: float, width: float = 0, smallest: float = 0, *, grows: bool = True
    ) -> Area:
        """Draw the heading of a scene with its left end at a point.

        It grows with the player's text size if the width allows.
        """
        size = _HEADING * spread(self.letters) if width and grows else _HEADING
        return self.text(
            words, x, y, family="display", size=size, colour="cream", anchor="midleft", shadow=True, width=width,
            smallest=smallest or _HEADING,
        )  # fmt: skip

    def title(self, words: str, x: float, y: float, *, size: float = 24, width: float = 0) -> Area:
        """Draw a heading in the display font; if ``width`` is 0, it is enlarged a little for a larger text size."""
        grown = size if width else min(self.typesetter.enlarged(size), size * _GROWN_TITLE)
        y -= (grown - size) * LINE / 2
        return self.text(words, x, y, family="display", size=grown, colour="cream", width=width, smallest=grown * 0.7)

    def logo(self, words: str, x: float, y: float, size: float, width: float = 0) -> Area:
        """Draw text in the lettering of the logo, centred on a point; shrink it to ``width``."""
        fitting = self.size_for(words, "display", size, width, smallest=size * 0.3)
        return self.area(self._centred(self.paintbox.ornaments.logo(words, fitting), self.transform.point(x, y)))

    def paragraph(
        self,
        words: str,
        x: float,
        y: float,
        width: float,
        most: int,
        *,
        family: Family = "text",
        size: float = 15,
        colour: ColourLike = "soft",
        anchor: str = "topleft",
        height: float = 0,
    ) -> float:
        """Draw a text in at most ``most`` lines, cut with an ellipsis if it is longer; return the y of its bottom edge.

        The text is as large as the player prefers and ``height`` allows (default: that of ``most`` lines).
        """
        return self.draw_block(self.block(words, width, most, height, family=family, size=size), x, y, colour, anchor)

    def block(
        self, words: str, width: float, most: int, height: float = 0, *, family: Family = "text", size: float = 15
    ) -> Block:
        """Break a text into lines, to be drawn with ``draw_block``; the parameters are those of ``paragraph``."""
        room = height or most * size * LEADING
        return self.blocks([Passage(words, family, size, most)], width, room)[0]

    def blocks(self, passages: Sequence[Passage], width: float, height: float) -> list[Block]:
        """Break several texts that share a given height into lines, all enlarged by the same factor."""
        return self.typesetter.set_passages(passages, self.transform.px(width), height, self.shared)

    def draw_block(
        self, block: Block, x: float, y: float, colour: ColourLike = "soft", anchor: str = "topleft"
    ) -> float:
        """Draw a text that is already broken into lines; return the y of its bottom edge."""
        for number, line in enumerate(block.lines):
            at = y + number * block.leading
            self.text(line, x, at, family=block.family, size=block.size, colour=colour, anchor=anchor)
        return y + block.height

    # Panels

    def card(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        radius: float = 22,
        lip: float = 8,
        active: bool = False,
        selected: bool = False,
        outline: ColourLike | None = None,
    ) -> None:
        """Draw a raised card with its shadow. ``active`` leaves a dark rim around it for small lamps."""
        rect = self.transform.rect(x, y, width, height)
        if selected and outline is None:
            outline = "amber"
        edge = None if outline is None else tuple(self.theme.colour(outline))
        look = "_active" if active else "_selected" if selected else ""
        self._around(self.paintbox.panels.card(Card(rect.size, radius, lip, look, edge)), rect, CARD_MARGIN)

    def well(self, x: float, y: float, width: float, height: float, *, radius: float = 14) -> Area:
        """Draw a sunken surface, for example a tray or the background of a clock."""
        rect = self.transform.rect(x, y, width, height)
        self.target.blit(self.paintbox.panels.well(rect.size, radius), rect)
        return self.area(rect)

    def plate(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        colour: ColourLike,
        bottom: ColourLike | None = None,
        radius: float = 10,
        line: ColourLike | None = None,
    ) -> None:
        """Draw a flat rounded rectangle in one colour or a gradient; ``line`` is the colour of its outline."""
        rect, role = self.transform.rect(x, y, width, height), self.theme.colour
        under = tuple(role(colour if bottom is None else bottom))
        edge = None if line is None else tuple(role(line))
        self.target.blit(self.paintbox.panels.plate(Plate(rect.size, radius, tuple(role(colour)), under, edge)), rect)

    def chosen_plate(self, x: float, y: float, width: float, height: float, *, radius: float = 10) -> None:
        """Draw the amber background of a selected list item, or of the newest one."""
        self.plate(x, y, width, height, colour="amber_top", bottom="amber", radius=radius)

    def row_plate(self, x: float, y: float, width: float, height: float, *, radius: float = 10) -> None:
        """Draw the dark background of every other row of a list."""
        self.plate(x, y, width, height, colour="row", radius=radius)

    def level_line(self, x: float, y: float, width: float, colour: ColourLike) -> None:
        line = self.transform.rect(x, y, width, 1)
        line.height = self.px(1)
        self.target.fill(self.theme.colour(colour), line)

    def chip(
        self,
        words: str,
        x: float,
        y: float,
        *,
        colour: ColourLike = "mist",
        anchor: str = "midleft",
        size: float = 14,
        height: float = 28,
        width: float = 0,
    ) -> Area:
        """Draw a short text in a dark capsule no wider than ``width``; its height is in design pixels."""
        type_, tall, edges = self.typesetter, self.px(height), 2 * self.px(height * 0.43)
        if width:
            room = width * self.transform.scale - edges
            size = self._shared_size("bold", size, type_.line_size(words, "bold", size, room, tall))
            words = type_.fit(words, "bold", size, round(room))
        place = pygame.Rect(0, 0, type_.measure(words, "bold", size)[0] + edges, tall)
        setattr(place, anchor, self.transform.point(x, y))
        self.in_pixels.plate(*place, colour="chip", radius=height / 2)
        type_.draw(self.target, words, place.center, family="bold", size=size, colour=colour, anchor="center")
        return self.area(place)

    def button(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        label: str,
        kind: ColourLike = "ghost",
        size: float = 20,
        icon: str = "",
        pressed: float = 0.0,
        focused: bool = False,
        enabled: bool = True,
        hovered: bool = False,
        grown: float = 0.0,
    ) -> None:
        """Draw a button; ``pressed`` (0 to 1) is how far its face is pushed down.

        Its label has the size ``grown``; if 0, it grows as far as the player's text size and the face allow.
        """
        rect = self.transform.rect(x, y, width, height)
        step = round(min(1.0, max(0.0, pressed)) * _PRESS_STEPS) / _PRESS_STEPS
        named = kind if isinstance(kind, str) else tuple(kind)
        face = ButtonFace(rect.size, label, named, size, icon, step, focused, enabled, hovered, grown)
        self._around(self.paintbox.panels.button(face), rect, BUTTON_MARGIN)

    def light_up(self, x: float, y: float, width: float, height: float, *, radius: float = 14) -> None:
        """Lighten a rectangle that is already drawn, because the pointer is over it."""
        self.plate(x, y, width, height, colour=self.theme.faded("shine", _LIGHT), radius=radius)

    def focus_ring(self, x: float, y: float, width: float, height: float, *, radius: float = 16) -> None:
        """Draw the ring of the keyboard focus around a rectangle, 6 design pixels outside it."""
        rect = self.transform.rect(x, y, width, height)
        self._around(self.paintbox.panels.focus_ring(rect.size, radius), rect, RING_MARGIN)

    def speech_bubble(self, x: float, y: float, width: float, height: float, *, tail: Tail = "up") -> None:
        """Draw a cream speech bubble with a tail above or below its left part, or to the left of its upper part."""
        rect = self.transform.rect(x, y, width, height)
        self._around(self.paintbox.panels.bubble(rect.size, tail), rect, BUBBLE_MARGIN)

    def _around(self, picture: pygame.Surface, rect: pygame.Rect, margin: float) -> None:
        """Draw the picture of a panel at a rectangle; the picture is larger by a margin on every side."""
        self.target.blit(picture, (rect.x - self.px(margin), rect.y - self.px(margin)))

    # Light

    def glow(self, x: float, y: float, diameter: float, colour: ColourLike, strength: float = 0.5) -> None:
        """Draw a round light around a point: added to the colours below, or alpha-blended onto an alpha channel."""
        self._glow(self.transform.point(x, y), self.transform.px(diameter), self.theme.light(colour), strength)

    def _glow(self, centre: Point, across: int, tint: pygame.Color, strength: float) -> None:
        light = self._light(across, tint, strength)
        if light is not None:
            self._centred(light[0], centre, light[1])

    def _light(self, across: int, tint: pygame.Color, strength: float) -> tuple[pygame.Surface, int] | None:
        """Return the picture of a round light and the blend flags for this surface; None if the theme has no lights."""
        measures, kept = self.theme.measures, self.paintbox.ornaments
        strength = round(strength * measures.glow, 2)
        if not strength:
            return None
        if measures.glow_laid or self.target.get_flags() & pygame.SRCALPHA:
            return kept.haze(across, tint, strength), 0
        return kept.light(across, tint, strength), pygame.BLEND_RGB_ADD

    def bulb(self, x: float, y: float, diameter: float, colour: ColourLike, *, lit: bool = True) -> None:
        """Draw a small lamp, with a light around it if ``lit``."""
        self._bulb(self.transform.point(x, y), self.transform.px(diameter), colour, lit)

    def _bulb(self, centre: Point, diameter: float, colour: ColourLike, lit: bool) -> None:
        if lit:
            self._glow(centre, round(diameter * _BULB_LIGHT), self.theme.colour(colour), _BULB_STRENGTH)
        self._centred(self.paintbox.ornaments.bulb(diameter, colour, lit=lit), centre)

    def marquee(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        radius: float = 17,
        phase: int = 0,
        share: float = 1.0,
    ) -> None:
        """Draw small lamps along the edge of the active player's card; every other one is lit.

        ``share`` (0 to 1) is the part of the bulbs that can be lit, starting at the first.
        """
        path = self.transform.rect(x, y, width, height).inflate(-self.px(MARQUEE_RIM), -self.px(MARQUEE_RIM))
        scale, kept = self.paintbox.scale, self.paintbox.ornaments
        points = ornaments.points_round(path, self.px(radius), 24 * scale)
        alive = round(len(points) * share)
        lit = points[phase % 2 : alive : 2]
        dark = [*points[1 - phase % 2 : alive : 2], *points[alive:]]
        light = self._light(round(9 * scale * _BULB_LIGHT), self.theme.colour("amber"), _BULB_STRENGTH)
        if light is not None:
            self.target.fblits(ornaments.around_points(light[0], lit), light[1])
        for on, bulbs in ((True, lit), (False, dark)):
            self.target.fblits(ornaments.around_points(kept.bulb(9 * scale, "amber", lit=on), bulbs))

    def string_lights(self, points: Sequence[Point], sag: float, count: int, diameter: float = 12) -> None:
        """Draw strings of lamps from point to point: wires that sag by ``sag``, each with ``count`` lamps."""
        colours, wire = ("amber", "coral", "teal", "pink"), self.theme.colour("wire")
        hooks = [self.transform.point(*point) for point in points]
        depth, across = self.transform.px(sag), self.transform.px(diameter)
        for index, (start, end) in enumerate(pairwise(hooks)):
            ornaments.draw_wire(self.target, (start, end), depth, wire)
            for number in range(count):
                x, y = ornaments.on_wire(start, end, depth, (number + 0.5) / count)
                socket = pygame.Rect(0, 0, round(across / 2), round(across / 2))
                socket.midtop = (round(x), round(y) - 1)
                pygame.draw.rect(self.target, wire, socket, border_radius=2)
                self._bulb((x, y + 0.9 * across), across, colours[(number + index * count) % len(colours)], True)

    def lights(self) -> None:
        """Draw the string of lamps along the top edge of the surface, above a board."""
        width, px = self.target.get_width(), self.px
        points = [(-60, -10), (width // 3, -10), (2 * width // 3, -10), (width + 60, -10)]
        self.in_pixels.string_lights(points, px(8), 7, px(8))

    # Ornaments

    def icon(self, name: str, x: float, y: float, colour: ColourLike = "cream", size: float = 24) -> None:
        """Draw an icon by its name, centred on the point."""
        self._centred(self.paintbox.panels.icon(name, colour, size), self.transform.point(x, y))

    def star(self, x: float, y: float, radius: float, colour: ColourLike = "amber") -> None:
        self._centred(self.paintbox.ornaments.star(self.transform.px(radius), colour), self.transform.point(x, y))

    def rosette(self, x: float, y: float, size: float, colour: ColourLike, *, is_earned: bool) -> None:
        """Draw an award rosette for a ladder of opponents, centred on a point; it is faint until it is earned."""
        picture = self.paintbox.ornaments.rosette(self.transform.px(size), colour, is_earned=is_earned)
        self._centred(picture, self.transform.point(x, y))

    def lantern(self, x: float, y: float, height: float, share: float) -> None:
        """Draw a paper lantern, centred on a point and lit from the bottom up to a share (0 to 1) of its height."""
        at, tall = self.transform.point(x, y), self.transform.px(height)
        self._glow(at, round(2.2 * tall), self.theme.colour("amber"), 0.1 + 0.4 * share)
        self._centred(self.paintbox.ornaments.lantern(tall, share), at)

    def awning(
        self, x: float, y: float, width: float, height: float, *, stripes: tuple[ColourLike, ColourLike]
    ) -> None:
        """Draw an awning, striped in two colours, with its shadow on the background."""
        rect = self.transform.rect(x, y, width, height)
        roof, shade = self.paintbox.ornaments.awning(rect.size, stripes)
        self.target.blit(shade, rect.move(0, self.px(8)))
        self.target.blit(roof, rect)

    def face(self, name: str, x: float, y: float, diameter: float, *, ring: float = 12) -> None:
        """Draw a player's portrait in a dark ring."""
        at, across = self.transform.point(x, y), self.transform.px
        self._centred(self.paintbox.ornaments.medallion(across(diameter + ring)), at)
        self._centred(self.sprites.portrait(name, across(diameter)), at)

    def stone(self, art: str, x: float, y: float, diameter: float, *, shadow: bool = False) -> None:
        """Draw a stone, centred on the point."""
        size = self.transform.px(diameter)
        if shadow:
            self.picture(self.sprites.shadow(size), x + diameter * 0.06, y + diameter * 0.14, anchor="center")
        self.picture(self.sprites.stone(art, size), x, y, anchor="center")

    def picture(self, picture: pygame.Surface, x: float, y: float, *, anchor: str = "topleft") -> None:
        """Draw a picture with its ``anchor`` (a corner or middle of a Rect) at the point."""
        self.target.blit(picture, picture.get_rect(**{anchor: self.transform.point(x, y)}))

    # Whole scenes

    def backdrop(self, *, dimmed: bool) -> None:
        """Draw the background on the whole surface: clear for the menu, dimmed behind a board."""
        self.target.blit(self.paintbox.backdrop(self.target.get_size(), dimmed=dimmed), (0, 0))

    def veil(self, alpha: int = 190) -> None:
        """Darken the whole surface; ``alpha`` is from 0 (unchanged) to 255 (the theme's full darkness)."""
        self.target.blit(self.paintbox.veil(self.target.get_size(), alpha), (0, 0))

    def _centred(self, picture: pygame.Surface, centre: Point, flags: int = 0) -> pygame.Rect:
        """Draw a picture centred on a point in pixels; return its rectangle."""
        place = picture.get_rect(center=(round(centre[0]), round(centre[1])))
        self.target.blit(picture, place, special_flags=flags)
        return place
