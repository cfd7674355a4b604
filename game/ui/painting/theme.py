"""A theme: every colour of the window by the role it plays, and the fonts.

Themes are files under ``assets/themes``; no other file of the window names a colour.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pygame

import assets
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


class Theme:
    """Colours by role, and fonts by family and size."""

    def __init__(self, title: str, colours: Mapping[str, str], backdrop: str) -> None:
        self.title = title
        self.backdrop = backdrop
        self._colours = {role: pygame.Color(value) for role, value in colours.items()}
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._shown_by: dict[str, Family] = {}

    @classmethod
    def load(cls, name: str = "night_fair") -> Theme:
        """The theme of that name; raises ParseError when its file is missing or cannot be read."""
        file = assets.FOLDER / "themes" / f"{name}.json"
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            return cls(data["title"], data["colours"], data["backdrop"])
        except (OSError, ValueError, KeyError) as problem:
            raise ParseError(_("the theme cannot be read: {problem}", problem=problem), file=str(file)) from problem

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


def brightness(colour: pygame.Color) -> float:
    """How bright a colour looks, 0 to 1 (weights of ITU-R BT.601)."""
    return (0.299 * colour.r + 0.587 * colour.g + 0.114 * colour.b) / 255
