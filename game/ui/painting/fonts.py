"""Font files, and lines of text that mix several fonts.

No font has every character. A name may be written in any script, with emoji: a character that the font of a family
lacks is drawn with the first fallback font that has it; if none has it, a replacement character is drawn.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Literal

import pygame

from game.ui.painting.coverage import coverage
from game.ui.painting.surfaces import blank

Family = Literal["display", "text", "bold", "han", "han_bold"]

_FONT_FILES: dict[Family, tuple[str, str]] = {
    "display": ("font_fredoka_one", "files/FredokaOne-Regular.ttf"),
    "text": ("pygame_gui", "data/NotoSans-Regular.ttf"),
    "bold": ("pygame_gui", "data/NotoSans-Bold.ttf"),
    "han": ("pygame_gui", "data/NotoSansSC-Regular.otf"),
    "han_bold": ("pygame_gui", "data/NotoSansSC-Bold.otf"),
}
#: The fallback fonts that exist in regular and bold, in the order in which they are tried.
_TWO_WEIGHTS = ("Hebrew-{}.ttf", "Arabic-{}.ttf", "Georgian-{}.ttf", "SC-{}.otf", "JP-{}.otf", "KR-{}.ttf")
#: The fallback fonts with a single weight, tried after the others.
_ONE_WEIGHT = (
    *("Thai", "Devanagari", "Armenian", "Bengali", "Ethiopic", "Gujarati", "Gurmukhi", "Kannada"),  # no words
    *("Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Symbols"),  # no words
)
_RIGHT_TO_LEFT = ("NotoSansHebrew", "NotoSansArabic")
_EMOJI = "NotoEmoji[wght].ttf"
#: The replacement for a character that no font has.
_UNKNOWN = "\ufffd"
#: The number of lines whose font runs are cached.
_MOST_LINES = 4096
#: Skin tone modifiers, which change the emoji before them.
_SKIN_TONES = range(0x1F3FB, 0x1F400)


@cache
def font_file(family: Family) -> Path:
    """Return the path of the file of a font family. The file is part of an installed package."""
    package, inside = _FONT_FILES[family]
    folder = _folder(package)
    if folder is None:
        raise ModuleNotFoundError(f"the package {package!r}, which brings the font {inside!r}, is not installed")
    return folder / inside


def _folder(package: str) -> Path | None:
    spec = find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


@cache
def stand_ins(family: Family) -> tuple[Path, ...]:
    """Return the existing fallback font files of a family, in the order in which they are tried."""
    weights = ("Regular",) if family in ("text", "han") else ("Bold", "Regular")  # no words
    ours = _folder("pygame_gui") or Path("nowhere")
    more = _folder("manimgx_fonts")
    files: list[Path] = []
    for name in ("-{}.ttf", *_TWO_WEIGHTS):
        # A packaged program may lack a bold font.
        drawn = [ours / f"data/NotoSans{name.format(weight)}" for weight in weights]
        files += [file for file in drawn if file.is_file()][:1]
    files += [more / name for name in (*(f"NotoSans{name}[wght].ttf" for name in _ONE_WEIGHT), _EMOJI)] if more else []
    return tuple(file for file in files if file != font_file(family) and file.is_file())


@lru_cache(_MOST_LINES)
def is_for_bold(string: str) -> bool:
    """Return True if a text has a character that the display family's font lacks but the bold one has."""
    display, bold = coverage(font_file("display")), coverage(font_file("bold"))
    return any(letter not in display and letter in bold for letter in string)


class FallbackFont(pygame.font.Font):
    """A font that draws the characters missing from it with fallback fonts."""

    def __init__(self, family: Family, pixels: int) -> None:
        """Open the font at a letter size in pixels."""
        super().__init__(font_file(family), pixels)
        self._family = family
        self._pixels = pixels
        self._opened: dict[int, pygame.font.Font] = {}

    def size(self, text: str | bytes) -> tuple[int, int]:
        """Return the width and height of a line of text in pixels.

        The height is always that of the main font.
        """
        parts = self._parts(text)
        if parts is None:
            return super().size(text)
        return sum(self._width(number, letters) for number, letters in parts), self.get_height()

    def _width(self, number: int, letters: str) -> int:
        return super().size(letters)[0] if number == 0 else self._lender(number).size(letters)[0]

    def render(
        self,
        text: str | bytes | None,
        antialias: bool,
        color: pygame.typing.ColorLike,
        bgcolor: pygame.typing.ColorLike | None = None,
        wraplength: int = 0,
    ) -> pygame.Surface:
        """Draw a line of text. Characters from fallback fonts stand on the same baseline.

        With a background colour no fallback font is used. If a character would be cut off at the top or bottom, the
        surface is extended by the same height on both sides.
        """
        parts = self._parts(text or "")
        if parts is None or bgcolor is not None or wraplength:
            return super().render(text, antialias, color, bgcolor, wraplength)
        words = [self._word(number, letters, antialias, color) for number, letters in parts]
        height = self.get_height()
        inks = [word.get_bounding_rect().move(0, y) for word, y in words]
        room = max(0, *(-ink.top for ink in inks), *(ink.bottom - height for ink in inks))
        line, x = blank((sum(word.get_width() for word, _y in words), height + 2 * room)), 0
        for word, y in words:
            line.blit(word, (x, y + room))
            x += word.get_width()
        return line

    def _word(
        self, number: int, letters: str, antialias: bool, color: pygame.typing.ColorLike
    ) -> tuple[pygame.Surface, int]:
        """Return the picture of a run of text in one font, and its top edge in pixels below the top of the line."""
        if number == 0:
            return super().render(letters, antialias, color), 0
        lender = self._lender(number)
        return lender.render(letters, antialias, color), self.get_ascent() - lender.get_ascent()

    def _parts(self, text: str | bytes) -> tuple[tuple[int, str], ...] | None:
        """Split a line of text into runs of one font each.

        Return None if the main font has every character.
        """
        if isinstance(text, bytes) or text.isascii():
            return None
        parts = _parts_of(self._family, text)
        return None if parts == ((0, text),) else parts

    def _lender(self, number: int) -> pygame.font.Font:
        if number not in self._opened:
            file = _files(self._family)[number]
            self._opened[number] = lender = pygame.font.Font(file, self._pixels)
            if file.name.startswith(_RIGHT_TO_LEFT):
                lender.set_direction(pygame.DIRECTION_RTL)
        return self._opened[number]


@cache
def _files(family: Family) -> tuple[Path, ...]:
    """Return the font file of a family, followed by its fallback files."""
    return font_file(family), *stand_ins(family)


@lru_cache(_MOST_LINES)
def _parts_of(family: Family, text: str) -> tuple[tuple[int, str], ...]:
    """Split a line of text into runs, each with the index of the first font file that has all of its characters."""
    parts = [_with_file(family, cluster) for cluster in _clusters(text)]
    for place in range(1, len(parts) - 1):
        # A space between two right-to-left words belongs to their run; otherwise they would appear in the wrong order.
        (before, letters), (after, _letters) = parts[place - 1], parts[place + 1]
        if parts[place][1].isspace() and before == after and unicodedata.bidirectional(letters[0]) in ("R", "AL"):
            parts[place] = (before, parts[place][1])
    return tuple(
        (number, "".join(letters for _number, letters in together))
        for number, together in groupby(parts, key=lambda part: part[0])
    )


@lru_cache(_MOST_LINES)
def _with_file(family: Family, cluster: str) -> tuple[int, str]:
    """Return the index of a font file that has a character, and the character itself.

    If no file has it, a replacement character and the index of a file for that are returned.
    """
    files = _files(family)
    number = _first_with(files, cluster)
    return (number, cluster) if number is not None else (_first_with(files, _UNKNOWN) or 0, _UNKNOWN)


def _first_with(files: Sequence[Path], cluster: str) -> int | None:
    """Return the index of the first font file with a whole character cluster, or else its base character.

    Returns None if no file has the base character.
    """
    seen = [letter for letter in cluster if not _has_no_glyph(letter)]
    whole = (number for number, file in enumerate(files) if all(letter in coverage(file) for letter in seen))
    alone = (number for number, file in enumerate(files) if not seen or seen[0] in coverage(file))
    return next(whole, next(alone, None))


def _clusters(text: str) -> list[str]:
    """Split text into clusters: a character with its combining marks and everything that joiners attach to it."""
    clusters: list[str] = []
    for letter in text:
        if clusters and (_hangs_on(letter) or clusters[-1].endswith("\u200d")):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _hangs_on(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me", "Cf") or ord(letter) in _SKIN_TONES  # no words


def _has_no_glyph(letter: str) -> bool:
    """Return True if a character needs no glyph of its own: spaces, joiners and variation selectors."""
    is_format = unicodedata.category(letter) == "Cf"  # no words
    return letter.isspace() or is_format or "\ufe00" <= letter <= "\ufe0f"
