"""Drawing surface that shows a layout in design pixels (1280 x 800) at any size of the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.ui.painting.fonts import Family
from game.ui.painting.lights import Lights
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.panel_painter import PanelPainter
from game.ui.painting.sprites import Sprites
from game.ui.painting.stage import PIXELS, Area, Transform
from game.ui.painting.surfaces import blit_centred
from game.ui.painting.theme import ColourLike, Theme
from game.ui.painting.typesetter import LEADING, LINE, Block, Passage, SharedSizes, Typesetter, spread

#: The maximum growth factor of headings, which are large already.
_GROWN_TITLE = 1.3
_HEADING = 32.0


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A drawing surface with its own coordinates, usually design pixels, and the theme's fonts and pictures.

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
    def panels(self) -> PanelPainter:
        """The object that draws cards, plates, buttons and speech bubbles."""
        return PanelPainter(self.target, self.transform, self.paintbox)

    @property
    def lights(self) -> Lights:
        """The object that draws glows, bulbs, lanterns and strings of lamps."""
        return Lights(self.target, self.transform, self.paintbox)

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
        """Return a height that is enlarged for the player's text size.

        ``length`` is the height at the usual text size.
        """
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
        """Return the largest letter size at which a text fits a box, up to the player's preferred size.

        The size is at least ``smallest``. Without a width it is ``size``. Without a height the text does not grow, and
        without ``smallest`` it does not shrink.
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
        """Return True if a text fits into a single line of the given ``width``."""
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
        """Draw text in the lettering of the logo, centred on a point and shrunk to fit ``width``."""
        fitting = self.size_for(words, "display", size, width, smallest=size * 0.3)
        picture = self.paintbox.ornaments.logo(words, fitting)
        return self.area(blit_centred(self.target, picture, self.transform.point(x, y)))

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
        """Draw a text in at most ``most`` lines; return the y coordinate of its bottom edge.

        A longer text is cut with an ellipsis. The text is as large as the player prefers and ``height`` allows
        (default: that of ``most`` lines).
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
        self.in_pixels.panels.plate(*place, colour="chip", radius=height / 2)
        type_.draw(self.target, words, place.center, family="bold", size=size, colour=colour, anchor="center")
        return self.area(place)

    # Ornaments

    def icon(self, name: str, x: float, y: float, colour: ColourLike = "cream", size: float = 24) -> None:
        """Draw an icon by its name, centred on the point."""
        blit_centred(self.target, self.paintbox.panels.icon(name, colour, size), self.transform.point(x, y))

    def star(self, x: float, y: float, radius: float, colour: ColourLike = "amber") -> None:
        picture = self.paintbox.ornaments.star(self.transform.px(radius), colour)
        blit_centred(self.target, picture, self.transform.point(x, y))

    def rosette(self, x: float, y: float, size: float, colour: ColourLike, *, is_earned: bool) -> None:
        """Draw an award rosette for a ladder of opponents, centred on a point; it is faint until it is earned."""
        picture = self.paintbox.ornaments.rosette(self.transform.px(size), colour, is_earned=is_earned)
        blit_centred(self.target, picture, self.transform.point(x, y))

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
        blit_centred(self.target, self.paintbox.ornaments.medallion(across(diameter + ring)), at)
        blit_centred(self.target, self.sprites.portrait(name, across(diameter)), at)

    def stone(self, art: str, x: float, y: float, diameter: float, *, shadow: bool = False) -> None:
        """Draw a stone, centred on the point."""
        size = self.transform.px(diameter)
        if shadow:
            self.picture(self.sprites.shadow(size), x + diameter * 0.06, y + diameter * 0.14, anchor="center")
        self.picture(self.sprites.stone(art, size), x, y, anchor="center")

    def picture(self, picture: pygame.Surface, x: float, y: float, *, anchor: str = "topleft") -> None:
        """Draw a picture so that its ``anchor``, such as "center", is at the given point."""
        self.target.blit(picture, picture.get_rect(**{anchor: self.transform.point(x, y)}))

    # Whole scenes

    def backdrop(self, *, dimmed: bool) -> None:
        """Draw the background on the whole surface: clear for the menu, dimmed behind a board."""
        self.target.blit(self.paintbox.backdrop(self.target.get_size(), dimmed=dimmed), (0, 0))

    def veil(self, alpha: int = 190) -> None:
        """Darken the whole surface; ``alpha`` is from 0 (unchanged) to 255 (the theme's full darkness)."""
        self.target.blit(self.paintbox.veil(self.target.get_size(), alpha), (0, 0))
