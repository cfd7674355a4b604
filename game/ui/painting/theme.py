"""Themes: the fonts of the window, and a colour for each role, such as a card or a heading.

Themes are files under ``assets/themes``; no other file of the window names a colour. Roles with a colour's name (amber,
cream) are for surfaces and lights. Text uses the role with the suffix ``_words``, so that amber text can be darker than
an amber button.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame

import assets
from assets.theme_files import FIRST_THEME, ThemeNames, theme_folder
from game.core.language import _
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.ui.painting.fonts import FallbackFont, Family, is_for_bold
from game.ui.painting.lettering import has_han

#: A role of the theme, a hex value such as ``#FFC857``, or a pygame Color.
ColourLike = str | pygame.Color

#: The minimum text height in pixels on a real screen, at any scale (art direction).
SMALLEST_TEXT = 12
_LARGEST_MEASURE = 255
#: The substitute families for text with Chinese characters.
_FOR_HAN: Mapping[Family, Family] = {"display": "han_bold", "bold": "han_bold", "text": "han"}


@dataclass(frozen=True, slots=True)
class Shades:
    """The four colours of a button: the top and bottom of its face, the lip (its edge below the face), and its text."""

    top: pygame.Color
    face: pygame.Color
    lip: pygame.Color
    text: pygame.Color


@dataclass(frozen=True, slots=True)
class Measures:
    """The settings of a theme other than colours. Thicknesses are in design pixels."""

    contrast: float
    """The minimum contrast (WCAG) between text in a plug-in's own colour and its background."""
    glow: float
    """The brightness of the light around lamps and selected items: from 0 for none to 1 for the full light."""
    glow_laid: float
    """The way in which light is drawn: 0 adds it to the colours below; 1 alpha-blends it, for light backgrounds."""
    ring_edge: float
    """The sharpness of the edges of rings on the board: 2 fades like light, 12 is a clear line."""
    texture: float
    """The visibility of the wood grain and of reflections on water: 1 full, 0 flat colours."""
    dye_light: float
    """The brightness (0 to 255) that is added to wood tinted in a ruleset's colour."""
    card_line: float
    button_line: float
    focus_line: float
    stone_line: float


class Theme:
    """A theme of the window: a colour for each role, such as a card or a heading, and fonts by family and size."""

    def __init__(self, title: str, colours: Mapping[str, str], backdrop: str, measures: Measures) -> None:
        """Create a theme; ``title`` is in English. If ``backdrop`` is empty, the background is a plain gradient."""
        self.title = title
        self.backdrop = backdrop
        self.measures = measures
        self._colours = {role: pygame.Color(value) for role, value in colours.items()}
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}

    @classmethod
    def load(cls, name: str = FIRST_THEME) -> Theme:
        """Load a theme by the name of its file.

        Raises ParseError if its file is missing, cannot be read or lacks a role.
        """
        file = theme_folder() / f"{name}.json"
        try:
            theme = cls._read(json.loads(file.read_text(encoding="utf-8")))
        except KeyError as missing:
            raise ParseError(_("{part} is missing from the theme", part=missing), file=str(file)) from missing
        except (OSError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError) as problem:
            raise ParseError(_("the theme cannot be read: {problem}", problem=problem), file=str(file)) from problem
        if name != FIRST_THEME:
            theme._compare(cls.load(), file)
        return theme

    @classmethod
    def _read(cls, data: dict[str, Any]) -> Theme:
        backdrop = str(data["backdrop"])
        if not (assets.FOLDER / backdrop).resolve().is_relative_to(assets.FOLDER.resolve()):
            raise ValueError(f"the backdrop {backdrop!r} is not among the pictures of the program")  # no words
        return cls(one_line(str(data["title"])), data["colours"], backdrop, _measures(data["measures"]))

    def _compare(self, first: Theme, file: Path) -> None:
        """Check that this theme defines every colour of the first theme; raise ParseError otherwise."""
        missing = next((role for role in first._colours if role not in self._colours), None)
        if missing is not None:
            raise ParseError(_("{part} is missing from the theme", part=repr(missing)), file=str(file))

    def colour(self, name: ColourLike) -> pygame.Color:
        """Return the colour of a theme role as a new object.

        Hex values and Color objects are accepted, too.
        """
        if isinstance(name, pygame.Color):
            return pygame.Color(name)
        role = self._colours.get(name)
        if role is not None:
            return pygame.Color(role)
        if name.startswith("#"):
            return pygame.Color(name)
        raise KeyError(f"the theme {self.title!r} has no colour for {name!r}")

    def faded(self, role: str, alpha: int) -> pygame.Color:
        """Return the colour of a role, made more transparent: its alpha is multiplied by ``alpha`` (0 to 255)."""
        colour = self.colour(role)
        colour.a = round(alpha * colour.a / 255)
        return colour

    def words(self, name: ColourLike) -> pygame.Color:
        """Return the colour of text and icons for a role, or a legible shade of a plug-in's own colour.

        A plug-in's own colour is made lighter or darker until text in it is legible.
        """
        if isinstance(name, pygame.Color):
            return pygame.Color(name)
        if name.startswith("#"):
            return self._legible(pygame.Color(name))
        return self.colour(f"{name}_words" if f"{name}_words" in self._colours else name)

    def light(self, name: ColourLike) -> pygame.Color:
        """Return the colour of the light that an object emits, given the role of the object's own colour.

        The theme may define it separately, with the suffix ``_light``.
        """
        return self.colour(f"{name}_light" if f"{name}_light" in self._colours else name)

    def _legible(self, accent: pygame.Color) -> pygame.Color:
        """Return a plug-in's accent colour, made lighter or darker until text in it is legible."""
        ground, words = self.colour("chip"), self.colour("cream_words")
        shades = (_with_lightness(accent, words.hsla[2], step / 20) for step in range(20))
        return next((shade for shade in shades if contrast(shade, ground) >= self.measures.contrast), words)

    def shades(self, kind: ColourLike) -> Shades:
        """Return the four colours of a button: those of its role, or mixtures of an accent colour."""
        if isinstance(kind, str) and f"{kind}_lip" in self._colours:
            top, face, lip, text = (self.colour(kind + part) for part in ("_top", "", "_lip", "_text"))
            return Shades(top, face, lip, text)
        return self._mixed(self.colour(kind))

    def _mixed(self, accent: pygame.Color) -> Shades:
        dark = accent.lerp(self.colour("ink"), 0.9)
        words = dark if brightness(accent) > 0.36 else self.colour("cream")
        return Shades(accent.lerp(self.colour("shine"), 0.3), accent, accent.lerp(self.colour("ink"), 0.45), words)

    def font(self, family: Family, pixels: float) -> pygame.font.Font:
        """Return the font of a family at a letter height in screen pixels, at least SMALLEST_TEXT."""
        key = (family, max(SMALLEST_TEXT, round(pixels)))
        if key not in self._fonts:
            pygame.font.init()
            self._fonts[key] = FallbackFont(family, key[1])
        return self._fonts[key]

    def release_fonts(self) -> None:
        """Release all loaded fonts, because the window's new scale needs other sizes."""
        self._fonts.clear()

    def family_for(self, family: Family, string: str) -> Family:
        """Return a font family that has all characters of a text: the given family or a substitute."""
        if string.isascii():
            return family
        if has_han(string):
            return _FOR_HAN.get(family, family)
        return "bold" if family == "display" and is_for_bold(string) else family


def _with_lightness(colour: pygame.Color, lightness: float, share: float) -> pygame.Color:
    """Return a colour with its lightness moved by ``share`` (0 to 1) towards ``lightness`` (in percent)."""
    shade = pygame.Color(colour)
    hue, saturation, own, _alpha = colour.hsla
    shade.hsla = (hue, min(100, saturation), min(100, max(0, own + (lightness - own) * share)), 100)
    return pygame.Color(colour) if not share else shade


def contrast(one: pygame.Color, other: pygame.Color) -> float:
    """Return the contrast of two colours as defined by WCAG 2, from 1 (none) to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: pygame.Color) -> float:
    shares = [channel / 255 for channel in (colour.r, colour.g, colour.b)]
    r, g, b = (share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _measures(stored: Mapping[str, object]) -> Measures:
    """Read the measures of a theme, such as line widths, from the contents of its file.

    Raises KeyError if one is missing, and ValueError if one is not a number in the valid range.
    """

    def measure(name: str) -> float:
        value = stored[name]
        number = float(str(value)) if isinstance(value, int | float) else math.nan
        if not 0 <= number <= _LARGEST_MEASURE:
            raise ValueError(f"{name} is a number from 0 to {_LARGEST_MEASURE}, not {value!r:.40}")  # no words
        return number

    return Measures(
        contrast=measure("contrast"),
        glow=measure("glow"),
        glow_laid=measure("glow_laid"),
        ring_edge=measure("ring_edge"),
        texture=measure("texture"),
        dye_light=measure("dye_light"),
        card_line=measure("card_line"),
        button_line=measure("button_line"),
        focus_line=measure("focus_line"),
        stone_line=measure("stone_line"),
    )


def brightness(colour: pygame.Color) -> float:
    """Return the perceived brightness of a colour, 0 to 1 (weights of ITU-R BT.601)."""
    return (0.299 * colour.r + 0.587 * colour.g + 0.114 * colour.b) / 255


def theme_or_first(name: str) -> tuple[Theme, str]:
    """Return the theme of that name and "", or the first theme and an error message if its file is broken."""
    try:
        return Theme.load(name), ""
    except ParseError as problem:
        return Theme.load(), str(problem)


def readable_themes() -> tuple[dict[str, Theme], list[ParseError]]:
    """Return all themes that can be read, by name, and the errors of the themes that cannot be read."""
    themes: dict[str, Theme] = {}
    problems: list[ParseError] = []
    for name in ThemeNames():
        try:
            themes[name] = Theme.load(name)
        except ParseError as problem:
            problems.append(problem)
    return themes, problems
