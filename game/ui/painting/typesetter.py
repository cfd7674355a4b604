"""Words: their fonts, measures, lines and sizes, and drawing them.

Words are as large as the player wishes and their box allows, and never smaller than at 100 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.core.plain_text import drawable
from game.ui.painting.fonts import Family
from game.ui.painting.lettering import draw_words, longest_word, shorten, wrap_words
from game.ui.painting.stage import whole_pixels
from game.ui.painting.surfaces import Point, Size, SurfaceCache
from game.ui.painting.theme import ColourLike, Theme

#: Words as large as this, in design pixels, are large enough for everybody.
LARGE = 30.0
#: From line to line, in parts of the letters' size: as designed, and of letters that have grown, which sit closer.
LEADING, _GROWN_LEADING = 1.6, 1.4
#: The height that the letters of one line take, with accents and what hangs below, in parts of their size.
LINE = 1.25
_SPREAD = 0.5
#: Between the sizes that are tried for a passage, in parts of the usual one.
_STEP = 0.05


@dataclass(frozen=True, slots=True)
class Passage:
    """Words to be set in lines; ``size`` in design pixels is that at 100 %, where there are ``most`` lines at most."""

    string: str
    family: Family = "text"
    size: float = 15
    most: int = 40
    leading: float = LEADING
    """From line to line at 100 %, in parts of the size."""


@dataclass(frozen=True, slots=True)
class Block:
    """A passage in lines; ``size`` and ``leading``, from line to line, are design pixels."""

    lines: tuple[str, ...]
    family: Family
    size: float
    leading: float

    @property
    def height(self) -> float:
        """What the lines take, in design pixels."""
        return len(self.lines) * self.leading


class SharedSizes:
    """The letter size of each kind of text in one list or card: the smallest that any of them has grown to.

    Texts of one family and size at 100 % are of one kind.
    """

    def __init__(self) -> None:
        self._sizes: dict[tuple[Family, float], float] = {}

    def share(self, family: Family, size: float, grown: float) -> float:
        """Record the size that a text of a kind could have, and return the one that all have.

        A text that is too long at 100 % already holds the others at that, and stays smaller than they are.
        """
        most = max(size, grown)
        self._sizes[family, size] = min(most, self._sizes.get((family, size), most))
        return min(grown, self._sizes[family, size])

    def most(self, family: Family, size: float) -> float | None:
        """The size of the other texts of a kind, None where there are none yet."""
        return self._sizes.get((family, size))


def spread(letters: float) -> float:
    """The growth of boxes for words of a size: less than that of the words, since the usual ones leave room."""
    return 1 + (letters - 1) * _SPREAD


class Typesetter:
    """Words set in a theme's fonts at one scale. Sizes are design pixels; widths, heights and places are pixels."""

    def __init__(self, theme: Theme, scale: float, letters: float, kept: SurfaceCache) -> None:
        """``letters`` is the wished size of words, as a factor of the usual one; ``kept`` caches drawn words."""
        self.theme = theme
        self.scale = scale
        self.letters = letters
        self._kept = kept

    def font(self, family: Family, size: float, string: str = "") -> pygame.font.Font:
        """The font at a size; another family stands in where this one lacks a letter."""
        return self.theme.font(self.theme.family_for(family, string), size * self.scale)

    def measure(self, string: str, family: Family = "text", size: float = 15) -> Size:
        """Width and height of the words in one line."""
        return self.font(family, size, string).size(drawable(string))

    def wrap(self, string: str, family: Family, size: float, width: int) -> list[str]:
        """The words in lines no wider than ``width``."""
        return wrap_words(self.font(family, size, string), drawable(string), width)

    def fit(self, string: str, family: Family, size: float, width: int) -> str:
        """The words, shortened with an ellipsis to ``width``."""
        return shorten(self.font(family, size, string), drawable(string), width)

    # How large

    def wished(self, size: float) -> float:
        """The size that the player wishes for words of a size."""
        return max(size, min(size * self.letters, LARGE))

    def line_size(self, string: str, family: Family, size: float, width: float, height: float) -> float:
        """The size for one line in a box: as wished, as far as the box allows, at least ``size``."""
        largest = min(self.wished(size), height / LINE / self.scale)
        pixels = int(largest * self.scale)
        while pixels > size * self.scale:
            if self.measure(string, family, pixels / self.scale)[0] <= width:
                return pixels / self.scale
            pixels -= 1
        return size

    def shrunk(self, string: str, family: Family, size: float, width: int, smallest: float) -> float:
        """The largest size up to ``size`` at which a line is no wider than ``width``, at least ``smallest``."""
        fitting = min(size, size * width / max(1, self.measure(string, family, size)[0]))
        # Fonts have whole pixels, which may be rounded up, and a width that does not shrink evenly with them.
        while fitting > smallest and self.measure(string, family, fitting)[0] > width:
            fitting = (math.ceil(fitting * self.scale) - 1) / self.scale
        return max(smallest, fitting)

    def set_passages(
        self, passages: Sequence[Passage], width: int, height: float, shared: SharedSizes | None = None
    ) -> list[Block]:
        """The passages in lines no wider than ``width``, all grown alike as far as ``height`` design pixels allow.

        What does not fit at 100 % either is shortened to the lines that each passage may have there. ``shared`` has
        the sizes of the texts that they look like.
        """
        blocks = self._set(passages, width, height, self._largest_scale(passages, shared))
        if shared is not None:
            for passage, block in zip(passages, blocks, strict=True):
                shared.share(passage.family, passage.size, block.size)
        return blocks

    def _largest_scale(self, passages: Sequence[Passage], shared: SharedSizes | None) -> float:
        """The scale that the player wishes, or that of the smallest text that the passages look like."""
        scales = [self.letters]
        for passage in passages:
            most = None if shared is None else shared.most(passage.family, passage.size)
            if most is not None and most < self.wished(passage.size):
                scales.append(most / passage.size)
        return min(scales)

    def _set(self, passages: Sequence[Passage], width: int, height: float, largest: float) -> list[Block]:
        for scale in _scales(largest):
            blocks = [self._grown(passage, scale, width) for passage in passages]
            if all(block is not None for block in blocks):
                grown = [block for block in blocks if block is not None]
                if sum(block.height for block in grown) <= height:
                    return grown
        return [self._usual(passage, width) for passage in passages]

    def _grown(self, passage: Passage, scale: float, width: int) -> Block | None:
        """The passage at a larger size, None where one of its words would be too long for a line."""
        size = min(self.wished(passage.size), passage.size * scale)
        font = self.font(passage.family, size, passage.string)
        if longest_word(font, passage.string) > width:
            return None
        lines = self.wrap(passage.string, passage.family, size, width)
        # A line without Chinese is drawn in other letters than the passage was measured in.
        if any(self.measure(line, passage.family, size)[0] > width for line in lines):
            return None
        return Block(tuple(lines), passage.family, size, size * _GROWN_LEADING)

    def _usual(self, passage: Passage, width: int) -> Block:
        lines = self.wrap(passage.string, passage.family, passage.size, width)
        if len(lines) > passage.most:
            rest = " ".join(lines[passage.most - 1 :])
            lines = [*lines[: passage.most - 1], self.fit(rest, passage.family, passage.size, width)]
        return Block(tuple(lines), passage.family, passage.size, passage.size * passage.leading)

    # Drawing

    def draw(
        self,
        target: pygame.Surface,
        string: str,
        position: Point,
        *,
        family: Family = "text",
        size: float = 15,
        colour: ColourLike = "soft",
        anchor: str = "topleft",
        shadow: bool = False,
    ) -> pygame.Rect:
        """Draw one line of words, its ``anchor`` (a corner or middle of a Rect) at the position; return its place."""
        words = self.picture(string, family, size, self.theme.words(colour))
        place = words.get_rect(**{anchor: (round(position[0]), round(position[1]))})
        if anchor.startswith("top"):
            place.y -= self._descent(string, family, size)
        if shadow:
            dark = self.picture(string, family, size, self.theme.colour("text_shadow"))
            target.blit(dark, place.move(0, whole_pixels(max(1, size / 14), self.scale)))
        target.blit(words, place)
        return place

    def _descent(self, string: str, family: Family, size: float) -> int:
        """By how many pixels the ground line of a family that stands in would be below that of the one asked for."""
        pixels = size * self.scale
        return self.font(family, size, string).get_ascent() - self.theme.font(family, pixels).get_ascent()

    def picture(self, string: str, family: Family, size: float, colour: pygame.Color) -> pygame.Surface:
        """The words in one line as a picture."""
        key = ("words", string, family, size, tuple(colour))
        return self._kept.get(key, lambda: draw_words(self.font(family, size, string), drawable(string), colour))


def _scales(largest: float) -> Iterator[float]:
    """From the largest down to just above 1."""
    for step in range(int((largest - 1) / _STEP + 0.01), 0, -1):
        yield 1 + step * _STEP
