"""Text layout: choosing fonts and letter sizes, measuring text and breaking it into lines.

Text is as large as the player prefers and its box allows, and never smaller than at 100 %. It is drawn in the current
language, even if it was made before the language changed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.core.language import translate_again
from game.core.plain_text import drawable
from game.ui.painting.fonts import Family
from game.ui.painting.lettering import draw_line_of_text, longest_word, shorten, wrap_words
from game.ui.painting.stage import whole_pixels
from game.ui.painting.surfaces import Point, Size, SurfaceCache
from game.ui.painting.theme import ColourLike, Theme

#: The largest size, in design pixels, to which the player's text size enlarges text.
LARGE = 30.0
#: Line spacing as a multiple of the letter size: as designed, and tighter for enlarged text.
LEADING, _GROWN_LEADING = 1.6, 1.4
#: The height of one line with accents and descenders, as a multiple of the letter size.
LINE = 1.25
_SPREAD = 0.5
#: The step between the scales that are tried for a passage.
_STEP = 0.05


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that is to be broken into lines, with its font family and letter size.

    ``size`` (design pixels) and ``most`` (the maximum number of lines) apply at 100 %.
    """

    string: str
    family: Family = "text"
    size: float = 15
    most: int = 40
    leading: float = LEADING
    """The line spacing as a multiple of the letter size, for text of the usual size."""


@dataclass(frozen=True, slots=True)
class Block:
    """A text broken into lines; its ``size`` and line spacing ``leading`` are in design pixels."""

    lines: tuple[str, ...]
    family: Family
    size: float
    leading: float

    @property
    def height(self) -> float:
        """The total height of the lines of text in design pixels."""
        return len(self.lines) * self.leading


class SharedSizes:
    """A common letter size for each kind of text in a list or card: the smallest that any text of that kind needs.

    Texts of the same family and size at 100 % are of the same kind.
    """

    def __init__(self) -> None:
        self._sizes: dict[tuple[Family, float], float] = {}

    def share(self, family: Family, size: float, grown: float) -> float:
        """Record the largest size at which a text fits, and return the common size for all texts of its kind.

        If a text is too long at 100 %, all others of its kind stay at 100 %, and only that text is drawn smaller.
        """
        most = max(size, grown)
        self._sizes[family, size] = min(most, self._sizes.get((family, size), most))
        return min(grown, self._sizes[family, size])

    def most(self, family: Family, size: float) -> float | None:
        """Return the common letter size for a kind of text, or None if no such text is recorded."""
        return self._sizes.get((family, size))


def spread(letters: float) -> float:
    """Return the factor by which boxes are enlarged for the player's text size.

    Boxes grow less than text, because the usual text leaves space in them.
    """
    return 1 + (letters - 1) * _SPREAD


class Typesetter:
    """Helper that measures and draws text in a theme's fonts at one scale.

    Letter sizes are design pixels; widths, heights and positions are pixels.
    """

    def __init__(self, theme: Theme, scale: float, letters: float, kept: SurfaceCache) -> None:
        """Use a theme's fonts at one scale. ``letters`` is the player's text size as a factor.

        ``kept`` is a cache for the pictures of texts.
        """
        self.theme = theme
        self.scale = scale
        self.letters = letters
        self._stored = kept

    def font(self, family: Family, size: float, string: str = "") -> pygame.font.Font:
        """Return a font at a letter size; another family is used if this one lacks a character of ``string``."""
        return self.theme.font(self.theme.family_for(family, translate_again(string)), size * self.scale)

    def measure(self, string: str, family: Family = "text", size: float = 15) -> Size:
        """Return the width and height of a text drawn in one line."""
        return self.font(family, size, string).size(drawable(translate_again(string)))

    def wrap(self, string: str, family: Family, size: float, width: int) -> list[str]:
        """Break a text into lines no wider than ``width``."""
        return wrap_words(self.font(family, size, string), drawable(translate_again(string)), width)

    def fit(self, string: str, family: Family, size: float, width: int) -> str:
        """Return a text, cut with an ellipsis if it is wider than ``width``."""
        return shorten(self.font(family, size, string), drawable(translate_again(string)), width)

    # Sizes

    def enlarged(self, size: float) -> float:
        """Return a letter size multiplied by the player's text size factor, at most LARGE."""
        return max(size, min(size * self.letters, LARGE))

    def line_size(self, string: str, family: Family, size: float, width: float, height: float) -> float:
        """Return the letter size for a line in a box, as large as the player prefers and the box allows."""
        largest = min(self.enlarged(size), height / LINE / self.scale)
        pixels = int(largest * self.scale)
        while pixels > size * self.scale:
            if self.measure(string, family, pixels / self.scale)[0] <= width:
                return pixels / self.scale
            pixels -= 1
        return size

    def shrunk(self, string: str, family: Family, size: float, width: int, smallest: float) -> float:
        """Return the largest letter size at which a line fits ``width``, between ``smallest`` and ``size``.

        Return ``smallest`` if the line does not fit at any of these sizes.
        """
        fitting = min(size, size * width / max(1, self.measure(string, family, size)[0]))
        # Fonts have whole pixel sizes, which may be rounded up, and text does not shrink evenly with them.
        while fitting > smallest and self.measure(string, family, fitting)[0] > width:
            fitting = (math.ceil(fitting * self.scale) - 1) / self.scale
        return max(smallest, fitting)

    def set_passages(
        self, passages: Sequence[Passage], width: int, height: float, shared: SharedSizes | None = None
    ) -> list[Block]:
        """Break texts into lines no wider than ``width``, all enlarged by the same factor.

        They grow as far as the player's text size and ``height`` (design pixels) allow. Text that does not fit at 100 %
        is shortened to the maximum number of lines of its passage. ``shared`` holds the common sizes of texts of the
        same kind.
        """
        blocks = self._set(passages, width, height, self._largest_scale(passages, shared))
        if shared is not None:
            for passage, block in zip(passages, blocks, strict=True):
                shared.share(passage.family, passage.size, block.size)
        return blocks

    def _largest_scale(self, passages: Sequence[Passage], shared: SharedSizes | None) -> float:
        """Return the player's text size factor, reduced if the common size for texts of the same kind is smaller."""
        scales = [self.letters]
        for passage in passages:
            most = None if shared is None else shared.most(passage.family, passage.size)
            if most is not None and most < self.enlarged(passage.size):
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
        """Break a text into lines, enlarged by ``scale``; return None if a word is wider than a line."""
        size = min(self.enlarged(passage.size), passage.size * scale)
        font = self.font(passage.family, size, passage.string)
        if longest_word(font, translate_again(passage.string)) > width:
            return None
        lines = self.wrap(passage.string, passage.family, size, width)
        # A line without Chinese characters uses another font than the one in which the passage was measured.
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
        """Draw one line of text. Its ``anchor`` (a corner or side of its rectangle) is put at the position.

        Return its rectangle.
        """
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
        """Return the number of pixels by which a substitute font family lowers the baseline of a text."""
        pixels = size * self.scale
        return self.font(family, size, string).get_ascent() - self.theme.font(family, pixels).get_ascent()

    def picture(self, string: str, family: Family, size: float, colour: pygame.Color) -> pygame.Surface:
        """Return the picture of a text in one line."""
        key = ("words", translate_again(string), family, size, tuple(colour))
        return self._stored.get(
            key, lambda: draw_line_of_text(self.font(family, size, string), drawable(translate_again(string)), colour)
        )


def _scales(largest: float) -> Iterator[float]:
    """Yield enlargement factors for text, from the largest down to just above 1."""
    for step in range(int((largest - 1) / _STEP + 0.01), 0, -1):
        yield 1 + step * _STEP
