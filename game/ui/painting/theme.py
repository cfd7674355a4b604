"""A theme: every colour of the window by the role it plays, and the fonts.

Themes are files under ``assets/themes``; no other file of the window names a colour. Roles with a colour's name (amber,
cream) are for fields and lights. Words take the role with ``_words`` behind it, so that amber words can be darker than
an amber button.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import pygame

from assets.theme_files import FIRST_THEME, theme_folder
from game.core.language import _
from game.core.model import ParseError
from game.ui.painting.lettering import can_show, has_han

Family = Literal["display", "text", "bold", "han", "han_bold"]

#: A role of the theme, a colour such as ``#FFC857``, or a colour itself.
ColourLike = str | pygame.Color

#: No text on a real screen is smaller than this, whatever the scale (art direction).
SMALLEST_TEXT = 12
#: Strings of which it is remembered whether the display family can show them.
_MOST_KNOWN_STRINGS = 4096

_FONT_FILES: Mapping[Family, tuple[str, str]] = {
    "display": ("font_fredoka_one", "files/FredokaOne-Regular.ttf"),
    "text": ("pygame_gui", "data/NotoSans-Regular.ttf"),
    "bold": ("pygame_gui", "data/NotoSans-Bold.ttf"),
    "han": ("pygame_gui", "data/NotoSansSC-Regular.otf"),
    "han_bold": ("pygame_gui", "data/NotoSansSC-Bold.otf"),
}
#: Who stands in where there are Chinese characters.
_FOR_HAN: Mapping[Family, Family] = {"display": "han_bold", "bold": "han_bold", "text": "han"}


@dataclass(frozen=True, slots=True)
class Shades:
    """The four colours of something pressable: the face from top to bottom, the lip below it, the words on it."""

    top: pygame.Color
    face: pygame.Color
    lip: pygame.Color
    text: pygame.Color


@dataclass(frozen=True, slots=True)
class Measures:
    """What a theme sets besides colours. Lines are as thick as so many design pixels."""

    contrast: float
    """The contrast that words in a plug-in's own colour have to their ground at least (WCAG)."""
    glow: float
    """How bright the light round lamps and chosen things is: 1 as at night, 0 for none."""
    glow_laid: float
    """0: light is added, as in the dark; 1: it is laid on what it shines on, which would only turn white by day."""
    ring_edge: float
    """How sharp the edges of rings on the board are: 2 fades like light, 12 is a clear line."""
    texture: float
    """How much of the grain of wood and of the light on water is seen: 1 all, 0 flat colours."""
    card_line: float
    button_line: float
    focus_line: float
    stone_line: float


class Theme:
    """Colours by role, and fonts by family and size."""

    def __init__(self, title: str, colours: Mapping[str, str], backdrop: str, measures: Measures) -> None:
        """The title is in English; without a ``backdrop`` there is only its bare sky."""
        self.title = title
        self.backdrop = backdrop
        self.measures = measures
        self._colours = {role: pygame.Color(value) for role, value in colours.items()}
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._shown_by: dict[str, Family] = {}

    @classmethod
    def load(cls, name: str = FIRST_THEME) -> Theme:
        """The theme of that name; raises ParseError when its file is missing, cannot be read or leaves a role out."""
        file = theme_folder() / f"{name}.json"
        try:
            theme = cls._read(json.loads(file.read_text(encoding="utf-8")))
        except KeyError as missing:
            raise ParseError(_("the theme lacks {part}", part=missing), file=str(file)) from missing
        except (OSError, ValueError, TypeError, AttributeError) as problem:
            raise ParseError(_("the theme cannot be read: {problem}", problem=problem), file=str(file)) from problem
        if name != FIRST_THEME:
            theme._compare(cls.load(), file)
        return theme

    @classmethod
    def _read(cls, data: dict[str, Any]) -> Theme:
        numbers = {field.name: float(data["measures"][field.name]) for field in fields(Measures)}
        return cls(str(data["title"]), data["colours"], str(data["backdrop"]), Measures(**numbers))

    def _compare(self, first: Theme, file: Path) -> None:
        """The Night Fair has all the roles there are; raises ParseError when one of them is missing here."""
        missing = next((role for role in first._colours if role not in self._colours), None)
        if missing is not None:
            raise ParseError(_("the theme lacks {part}", part=repr(missing)), file=str(file))

    def colour(self, name: ColourLike) -> pygame.Color:
        """A fresh copy of the colour of a role; a hex value or a colour stands for itself."""
        if isinstance(name, pygame.Color):
            return pygame.Color(name)
        role = self._colours.get(name)
        if role is not None:
            return pygame.Color(role)
        if name.startswith("#"):
            return pygame.Color(name)
        raise KeyError(f"the theme {self.title!r} has no colour for {name!r}")

    def faded(self, role: str, alpha: int) -> pygame.Color:
        """A role's colour with that alpha (0 to 255), which the theme's own one weakens."""
        colour = self.colour(role)
        colour.a = round(alpha * colour.a / 255)
        return colour

    def words(self, name: ColourLike) -> pygame.Color:
        """The colour of words and icons in a role; a plug-in's own one as light or dark as its words need to be."""
        if isinstance(name, pygame.Color):
            return pygame.Color(name)
        if name.startswith("#"):
            return self._legible(pygame.Color(name))
        return self.colour(f"{name}_words" if f"{name}_words" in self._colours else name)

    def light(self, name: ColourLike) -> pygame.Color:
        """The colour of the light that something in a role gives: the role with ``_light`` behind it, if any."""
        return self.colour(f"{name}_light" if f"{name}_light" in self._colours else name)

    def _legible(self, accent: pygame.Color) -> pygame.Color:
        """An accent, as much lighter or darker, towards the headings, as is needed to be read in a chip."""
        ground, words = self.colour("chip"), self.colour("cream_words")
        shades = (_lit(accent, words.hsla[2], step / 20) for step in range(20))
        return next((shade for shade in shades if contrast(shade, ground) >= self.measures.contrast), words)

    def shades(self, kind: ColourLike) -> Shades:
        """The four shades of a kind of button, by its role, or mixed from an accent colour."""
        if isinstance(kind, str) and f"{kind}_lip" in self._colours:
            top, face, lip, text = (self.colour(kind + part) for part in ("_top", "", "_lip", "_text"))
            return Shades(top, face, lip, text)
        return self._mixed(self.colour(kind))

    def _mixed(self, accent: pygame.Color) -> Shades:
        dark = accent.lerp(self.colour("ink"), 0.9)
        words = dark if brightness(accent) > 0.36 else self.colour("cream")
        return Shades(accent.lerp(self.colour("shine"), 0.3), accent, accent.lerp(self.colour("ink"), 0.45), words)

    def font(self, family: Family, pixels: float) -> pygame.font.Font:
        """The font of a family at a height in screen pixels, never under SMALLEST_TEXT."""
        key = (family, max(SMALLEST_TEXT, round(pixels)))
        if key not in self._fonts:
            pygame.font.init()
            self._fonts[key] = pygame.font.Font(font_file(family), key[1])
        return self._fonts[key]

    def family_for(self, family: Family, string: str) -> Family:
        """The family that has a shape for the letters: the one asked for, or one that stands in for it."""
        if string.isascii():
            return family
        if has_han(string):
            return _FOR_HAN.get(family, family)
        if family != "display":
            return family
        if string not in self._shown_by:
            if len(self._shown_by) >= _MOST_KNOWN_STRINGS:
                self._shown_by.clear()
            is_able = can_show(self.font("display", SMALLEST_TEXT), string)
            self._shown_by[string] = "display" if is_able else "bold"
        return self._shown_by[string]


@cache
def font_file(family: Family) -> Path:
    """Where the font of a family lies: in one of the packages the game depends on."""
    package, inside = _FONT_FILES[family]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the package {package!r}, which brings the font {inside!r}, is not installed")
    return Path(spec.origin).parent / inside


def _lit(colour: pygame.Color, lightness: float, share: float) -> pygame.Color:
    """The colour in its own hue, a share of the way to a lightness in percent."""
    shade = pygame.Color(colour)
    hue, saturation, own, _alpha = colour.hsla
    shade.hsla = (hue, min(100, saturation), min(100, max(0, own + (lightness - own) * share)), 100)
    return pygame.Color(colour) if not share else shade


def contrast(one: pygame.Color, other: pygame.Color) -> float:
    """How clearly two colours differ, from 1 (not at all) to 21 (WCAG 2)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: pygame.Color) -> float:
    shares = [channel / 255 for channel in (colour.r, colour.g, colour.b)]
    r, g, b = (share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def brightness(colour: pygame.Color) -> float:
    """How bright a colour looks, 0 to 1 (weights of ITU-R BT.601)."""
    return (0.299 * colour.r + 0.587 * colour.g + 0.114 * colour.b) / 255
