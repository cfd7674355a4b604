"""Text operations: measuring, wrapping, shortening and drawing, and the lettering of the logo."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame

from game.ui.painting.surfaces import Point, Stops, blank, gradient, multiply, tinted

ELLIPSIS = "…"
_HAN, _CLOSING, _OPENING = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef", "，。、；：！？）】》」”’…％", "（【《「“‘"
_HAN_LETTER = re.compile(f"[{_HAN}]")
_WORD = re.compile(rf"(\s*)([{_OPENING}]*[{_HAN}][{_CLOSING}]*|[^\s{_HAN}]+[{_CLOSING}]*|\S)")

#: Units that stay with the number before them, in all languages; in Chinese any character after a number.
_UNIT = re.compile(rf"(%|[{_HAN}]|(?:s|ms|min|h|px|[kKMG]B|[kMG]t)(?!\w))")


def draw_line_of_text(font: pygame.font.Font, string: str, colour: pygame.Color) -> pygame.Surface:
    """Draw a text in one line."""
    return _faded(font.render(string, True, colour), colour.a)


def _faded(words: pygame.Surface, alpha: int) -> pygame.Surface:
    return words if alpha == 255 else multiply(words, (255, 255, 255, alpha))


def shorten(font: pygame.font.Font, string: str, width: int) -> str:
    """Return the text, cut with an ellipsis if it is wider than ``width`` pixels."""
    if font.size(string)[0] <= width:
        return string
    letters = _most_letters(len(string), lambda count: font.size(string[:count].rstrip() + ELLIPSIS)[0] <= width)
    return string[:letters].rstrip() + ELLIPSIS


def wrap_words(font: pygame.font.Font, string: str, width: int) -> list[str]:
    """Wrap a text into lines no wider than ``width`` pixels; a longer word is cut into pieces.

    Chinese breaks between any two characters, but no line begins with a closing mark or ends with an opening one.
    """
    lines: list[str] = []
    for paragraph in string.split("\n"):
        line = ""
        for word in _breakable_parts(paragraph):
            longer = f"{line}{word}".strip()
            if line and font.size(longer)[0] <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word.strip()
            while len(line) > 1 and (fitting := _fitting_letters(font, line, width)) < len(line):
                lines.append(line[:fitting])
                line = line[fitting:]
        lines.append(line)
    return lines


def longest_word(font: pygame.font.Font, string: str) -> int:
    """Return the width in pixels of the widest part of a text that cannot be broken."""
    return max(
        (font.size(word.strip())[0] for line in string.split("\n") for word in _breakable_parts(line)), default=0
    )


def _breakable_parts(paragraph: str) -> list[str]:
    """Split text into parts between which a line may break. A unit is not separated from its number.

    Each part keeps the space before it.
    """
    texts: list[str] = []
    for space, word in _WORD.findall(paragraph):
        part = f" {word}" if space else word
        if texts and texts[-1][-1].isdigit() and _UNIT.match(word):
            texts[-1] += part
        else:
            texts.append(part)
    return texts


def _fitting_letters(font: pygame.font.Font, word: str, width: int) -> int:
    return max(1, _most_letters(len(word), lambda count: font.size(word[:count])[0] <= width))


def _most_letters(most: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number of characters of a text that fits a width, found by doubling and bisection."""
    too_many = 16
    while too_many < most and fits(too_many):
        too_many *= 2
    if most <= too_many and fits(most):
        return most
    return bisect_left(range(1, min(most, too_many) + 1), True, key=lambda count: not fits(count))


def has_han(string: str) -> bool:
    """Return True if the text has Chinese characters or full-width punctuation."""
    return _HAN_LETTER.search(string) is not None


#: The tilt in degrees and the vertical offset in hundredths of the size, for each letter of the logo in turn.
_LEAN = (-3.0, 2.5, -1.5, 3.0, -2.5)
_JUMP = (-5.5, 4.5, -3.5, 5.5)


def fair_lettering(font: pygame.font.Font, string: str, size: int, colours: FairColours) -> pygame.Surface:
    """Draw a text in the style of the logo, with tilted letters and a dark edge, centred on a new surface."""
    edge, lip = max(2, round(size * 0.098)), max(1, round(size * 0.072))
    mask = _dancing_letters(font, string, size, margin=2 * edge + 2 * lip)
    sign = blank(mask.get_size())
    dark = _thickened(tinted(mask, colours.edge), edge)
    for drop in (0, lip, 2 * lip):
        sign.blit(dark, (0, drop - lip))
    lips = tinted(mask, colours.lip)
    for drop in range(lip):
        sign.blit(lips, (0, drop + 1 - lip // 2))
    face = multiply(gradient(mask.get_size(), colours.face), mask)
    sign.blit(face, (0, -(lip // 2)))
    return sign


class FairColours:
    """The colours of the letters of the logo; their faces are a gradient from top to bottom."""

    def __init__(self, edge: pygame.Color, lip: pygame.Color, face: Sequence[pygame.Color]) -> None:
        self.edge = edge
        self.lip = lip
        places = (0.32, 0.47, 0.51, 0.68)
        self.face: Stops = tuple(zip(places, face, strict=True))


def _dancing_letters(font: pygame.font.Font, string: str, size: float, margin: int) -> pygame.Surface:
    mask = blank((font.size(string)[0] + 2 * margin, font.get_height() + 2 * margin), (255, 255, 255, 0))
    x = float(margin)
    for index, letter in enumerate(string):
        width = font.size(letter)[0]
        glyph = _leaning(font, letter, _LEAN[index % len(_LEAN)])
        middle = (x + width / 2, mask.get_height() / 2 + _JUMP[index % len(_JUMP)] / 100 * size)
        mask.blit(glyph, glyph.get_rect(center=middle), special_flags=pygame.BLEND_RGBA_MAX)
        x += width
    return mask


def _leaning(font: pygame.font.Font, letter: str, degrees: float) -> pygame.Surface:
    white = blank(font.size(letter), (255, 255, 255, 0))
    white.blit(font.render(letter, True, "white"), (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return pygame.transform.rotozoom(white, degrees if letter.strip() else 0, 1)


def _thickened(shape: pygame.Surface, by: int) -> pygame.Surface:
    thick = blank(shape.get_size())
    for x, y in _circle_steps(by):
        thick.blit(shape, (x, y))
    return thick


@lru_cache(maxsize=16)
def _circle_steps(radius: int) -> tuple[Point, ...]:
    count = 28
    return tuple(
        (radius * math.cos(step / count * math.tau), radius * math.sin(step / count * math.tau))
        for step in range(count)
    )
