"""A surface to draw on in design pixels: what a scene says in 1280 x 800 lands on the screen at any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.ui.painting.fitting import LEADING, Block, Passage, set_passages, spread, wished
from game.ui.painting.painter import Painter
from game.ui.painting.sprites import Sprites
from game.ui.painting.stage import Stage
from game.ui.painting.theme import ColourLike, Family

#: How far headings grow, which are large already.
_GROWN_TITLE = 1.15


@dataclass(frozen=True, slots=True)
class Canvas:
    """Where to draw, and what with. Positions and sizes are design pixels; places returned are the screen's."""

    target: pygame.Surface
    stage: Stage
    painter: Painter
    sprites: Sprites

    @property
    def letters(self) -> float:
        """How large the player wishes words, in parts of the usual size."""
        return self.painter.letters

    def tall(self, length: float) -> float:
        """A height that holds a line of words, taller where the player wishes larger ones."""
        return length * spread(self.letters)

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
    ) -> pygame.Rect:
        """One line of words, no wider than ``width``: first smaller, down to ``smallest``, then shortened.

        In a box of width and height (a line's, when there is none) they are as large as wished, as far as it allows.
        """
        size = self.size_for(words, family, size, width, smallest=smallest, height=height or size * LEADING)
        shown = self.painter.fit(words, family, size, self.stage.px(width)) if width else words
        at = self.stage.point(x, y)
        return self.painter.text(
            self.target, shown, at, family=family, size=size, colour=colour, anchor=anchor, shadow=shadow
        )

    def size_for(
        self, words: str, family: Family, size: float, width: float, *, smallest: float = 0, height: float = 0
    ) -> float:
        """The largest size from the wished one down to ``smallest`` at which the words keep within the box.

        Without a width it is ``size``, without a height no larger; without ``smallest`` no smaller.
        """
        if not width:
            return size
        if height:
            grown = self.painter.grown(words, family, size, self.stage.px(width), height * self.stage.scale)
            if grown > size:
                return grown
        if not smallest:
            return size
        needed = self.painter.measure(words, family, size)[0]
        return max(smallest, min(size, size * self.stage.px(width) / max(1, needed)))

    def title(self, words: str, x: float, y: float, *, size: float = 24, width: float = 0) -> pygame.Rect:
        """A heading in the display face; where no width is given there is room for it to grow a little."""
        size = size if width else min(wished(self.painter, size), size * _GROWN_TITLE)
        return self.text(words, x, y, family="display", size=size, colour="cream", width=width, smallest=size * 0.7)

    def logo(self, words: str, x: float, y: float, size: float, width: float) -> pygame.Rect:
        """The fair's own lettering, smaller where the words are long."""
        fitting = self.size_for(words, "display", size, width, smallest=size * 0.3)
        return self.painter.logo(self.target, words, self.stage.point(x, y), fitting)

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
        """Wrapped words in at most so many lines, the last one shortened; returns where they end.

        They are as large as wished, as far as ``height`` allows: that of the most lines, when there is none.
        """
        return self.draw_block(self.block(words, width, most, height, family=family, size=size), x, y, colour, anchor)

    def block(
        self, words: str, width: float, most: int, height: float = 0, *, family: Family = "text", size: float = 15
    ) -> Block:
        """The words in lines, for ``draw_block``; the parameters are those of ``paragraph``."""
        room = height or most * size * LEADING
        return self.blocks([Passage(words, family, size, most)], width, room)[0]

    def blocks(self, passages: Sequence[Passage], width: float, height: float) -> list[Block]:
        """Passages that share a height, in lines; all are grown alike."""
        return set_passages(self.painter, passages, self.stage.px(width), height)

    def draw_block(
        self, block: Block, x: float, y: float, colour: ColourLike = "soft", anchor: str = "topleft"
    ) -> float:
        """Draws lines below each other; returns where they end."""
        for number, line in enumerate(block.lines):
            at = y + number * block.leading
            self.text(line, x, at, family=block.family, size=block.size, colour=colour, anchor=anchor)
        return y + block.height

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
    ) -> pygame.Rect:
        """A raised card."""
        rect = self.stage.rect(x, y, width, height)
        self.painter.card(self.target, rect, radius=radius, lip=lip, active=active)
        return rect

    def well(self, x: float, y: float, width: float, height: float, *, radius: float = 14) -> pygame.Rect:
        """A sunken field."""
        rect = self.stage.rect(x, y, width, height)
        self.painter.well(self.target, rect, radius=radius)
        return rect

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
    ) -> pygame.Rect:
        """A word or two in a dark capsule no wider than ``width``."""
        at, most = self.stage.point(x, y), width * self.stage.scale
        return self.painter.chip(
            self.target, at, words, colour=colour, anchor=anchor, size=size, height=height, width=most
        )

    def lights(self) -> None:
        """Draw the string of lights above a board."""
        width, px = self.stage.size[0], self.stage.px
        points = [(-60, -10), (width // 3, -10), (2 * width // 3, -10), (width + 60, -10)]
        self.painter.string_lights(self.target, points, px(8), 7, px(8))

    def face(self, name: str, x: float, y: float, diameter: float, *, ring: float = 12) -> None:
        """A portrait in a dark ring."""
        portrait = self.sprites.portrait(name, self.stage.px(diameter))
        self.painter.medallion(self.target, self.stage.point(x, y), self.stage.px(diameter + ring), portrait)

    def stone(self, art: str, x: float, y: float, diameter: float, *, shadow: bool = False) -> None:
        """A stone with its middle at the point."""
        size = self.stage.px(diameter)
        if shadow:
            dark = self.sprites.shadow(size)
            self.target.blit(dark, dark.get_rect(center=self.stage.point(x + diameter * 0.06, y + diameter * 0.14)))
        picture = self.sprites.stone(art, size)
        self.target.blit(picture, picture.get_rect(center=self.stage.point(x, y)))
