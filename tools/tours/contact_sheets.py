"""Contact sheets: small pictures of every scene with its name, a sheet for each size, theme and language.

``python -m tools.tours.contact_sheets FOLDER [--size 1280x800 ...] [--theme NAME ...] [--language CODE ...] [--full]``.
Without options it makes sheets of all sizes, in all themes for English and in the first theme for other languages.
``--full`` also saves each scene in its original size.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pygame

import assets
from assets.languages import LANGUAGES
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.theme import Theme
from tools.pilot.pilot import Pilot
from tools.tours.scene_tour import tour

SIZES = ((960, 600), (1280, 800), (1920, 1080), (2560, 1440))
_FIRST_THEME, _FIRST_LANGUAGE = "night_fair", "en"
#: States that the sheets omit, because they differ from others only in their texts.
_ALIKE = re.compile(r"ladder \w+ ([1-9]|1\d)$|lesson (?!gomoku|threestones).*|lesson .* again|setup .*, from")
_COLUMNS, _WIDE, _GAP, _TITLE = 10, 400, 16, 30


def themes() -> list[str]:
    """Return the names of all themes, the default theme first."""
    names = sorted(file.stem for file in (assets.FOLDER / "themes").glob("*.json"))
    return sorted(names, key=lambda name: name != _FIRST_THEME)


@dataclass
class ContactSheet:
    """A picture with rows of small pictures, each with its name below."""

    shape: tuple[int, int]
    """The size of the original pictures, in pixels."""
    pictures: list[tuple[str, pygame.Surface]] = field(default_factory=list)

    @property
    def _high(self) -> int:
        return round(_WIDE * self.shape[1] / self.shape[0])

    def add(self, name: str, screen: pygame.Surface) -> None:
        self.pictures.append((name, pygame.transform.smoothscale(screen, (_WIDE, self._high))))

    def picture(self) -> pygame.Surface:
        rows = -(-len(self.pictures) // _COLUMNS)
        across, down = _WIDE + _GAP, self._high + _TITLE + _GAP
        sheet = pygame.Surface((_COLUMNS * across + _GAP, rows * down + _GAP))
        paintbox = Paintbox(Theme.load(_FIRST_THEME), 1.0)
        sheet.fill(paintbox.theme.colour("ink"))
        for number, (name, picture) in enumerate(self.pictures):
            x, y = _GAP + number % _COLUMNS * across, _GAP + number // _COLUMNS * down
            sheet.blit(picture, (x, y))
            at = (x + 4, y + self._high + 4)
            paintbox.typesetter.draw(sheet, name, at, family="bold", size=16, colour="cream")
        return sheet


def photograph(size: tuple[int, int], theme: str, language: str) -> Iterator[tuple[str, pygame.Surface]]:
    """Run the tour with a new home folder; yield the name of each state and the screen at this moment.

    The screen keeps changing afterwards, so a caller that needs it must copy it.
    """
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"STONE_FAIR_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        pilot = Pilot(size)
        pilot.app.set_theme(theme)
        pilot.app.set_language(language)
        for name in tour(pilot):
            if not _ALIKE.match(name):
                yield name, pilot.app.window.screen
        pilot.app.close()


def _combinations(options: argparse.Namespace) -> Iterator[tuple[tuple[int, int], str, str]]:
    for size in options.size or SIZES:
        for theme in options.theme or themes():
            for language in options.language or LANGUAGES:
                is_chosen = options.theme or options.language
                if is_chosen or theme == _FIRST_THEME or language == _FIRST_LANGUAGE:
                    yield size, theme, language


def size_in(text: str) -> tuple[int, int]:
    width, height = (int(part) for part in text.split("x"))
    return width, height


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every scene, laid out side by side.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=size_in, action="extend", nargs="+", help="such as 1280x800")
    parser.add_argument("--theme", choices=themes(), action="extend", nargs="+")
    parser.add_argument("--language", choices=list(LANGUAGES), action="extend", nargs="+")
    parser.add_argument("--full", action="store_true", help="keep each scene in full besides")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for size, theme, language in _combinations(options):
        title = f"{size[0]}x{size[1]} {theme} {language}"
        sheet = ContactSheet(size)
        for name, screen in photograph(size, theme, language):
            sheet.add(name, screen)
            if options.full:
                (options.folder / title).mkdir(exist_ok=True)
                pygame.image.save(screen, options.folder / title / f"{name}.png")
        pygame.font.init()
        pygame.image.save(sheet.picture(), options.folder / f"{title}.png")
        sys.stdout.write(f"{title}: {len(sheet.pictures)} scenes\n")


if __name__ == "__main__":
    main()
