"""A surface to draw on in design pixels: what a scene says in 1280 x 800 lands on the screen at any size."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.painting.painter import Painter
from game.ui.painting.sprites import Sprites
from game.ui.painting.theme import ColourLike, Family
from game.ui.stage import Stage


@dataclass(frozen=True, slots=True)
class Canvas:
    """Where to draw, and what with. Positions and sizes are design pixels; places returned are the screen's."""

    target: pygame.Surface
    stage: Stage
    painter: Painter
    sprites: Sprites

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
        smallest: float = 0,
    ) -> pygame.Rect:
        """One line of words, no wider than ``width``: first smaller, down to ``smallest``, then shortened."""
        size = self.size_for(words, family, size, width, smallest)
        shown = self.painter.fit(words, family, size, self.stage.px(width)) if width else words
        at = self.stage.point(x, y)
        return self.painter.text(
            self.target, shown, at, family=family, size=size, colour=colour, anchor=anchor, shadow=shadow
        )

    def size_for(self, words: str, family: Family, size: float, width: float, smallest: float) -> float:
        """The largest size from ``size`` down to ``smallest`` at which the words are no wider than ``width``."""
        if not width or not smallest:
            return size
        needed = self.painter.measure(words, family, size)[0]
        return max(smallest, min(size, size * self.stage.px(width) / max(1, needed)))

    def title(self, words: str, x: float, y: float, *, size: float = 24, width: float = 0) -> pygame.Rect:
        """A heading in the display face."""
        return self.text(words, x, y, family="display", size=size, colour="cream", width=width, smallest=size * 0.7)

    def logo(self, words: str, x: float, y: float, size: float, width: float) -> pygame.Rect:
        """The fair's own lettering, smaller where the words are long."""
        fitting = self.size_for(words, "display", size, width, size * 0.3)
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
    ) -> float:
        """Wrapped words in at most so many lines, the last one shortened; returns where they end."""
        lines = self.lines(words, width, most, family=family, size=size)
        for number, line in enumerate(lines):
            self.text(line, x, y + number * size * 1.6, family=family, size=size, colour=colour, anchor=anchor)
        return y + len(lines) * size * 1.6

    def lines(self, words: str, width: float, most: int, *, family: Family = "text", size: float = 15) -> list[str]:
        """The words in at most so many lines, the last one shortened when there are more."""
        pixels = self.stage.px(width)
        lines = self.painter.wrap(words, family, size, pixels)
        if len(lines) <= most:
            return lines
        return [*lines[: most - 1], self.painter.fit(" ".join(lines[most - 1 :]), family, size, pixels)]

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
    ) -> pygame.Rect:
        """A word or two in a dark capsule."""
        at = self.stage.point(x, y)
        return self.painter.chip(self.target, at, words, colour=colour, anchor=anchor, size=size, height=height)

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
