"""Pictures that the windows of many tests share: themes, fonts and drawn panels stay from one window to the next.

Each test opens a window of its own, and most of its time went into drawing the same panels and texts again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from unittest.mock import patch

import pygame

from assets.theme_files import theme_folder
from game.core.model import ParseError
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.sprites import Sprites
from game.ui.painting.theme import Theme, theme_or_first

#: The most windows' sets of pictures that stay; a set takes up to 40 MB.
_MOST = 3
_Key = tuple[int, float, float, int]


class _SharedPaintboxes:
    """Paintboxes by theme, scale, text size and sprites; the one that was not used for longest goes first."""

    def __init__(self) -> None:
        self._boxes: dict[_Key, Paintbox] = {}

    def clear(self) -> None:
        """Forget all paintboxes."""
        self._boxes.clear()

    def __call__(self, theme: Theme, scale: float, letters: float = 1.0, sprites: Sprites | None = None) -> Paintbox:
        key = (id(theme), scale, letters, id(sprites))
        box = self._boxes.pop(key, None) or Paintbox(theme, scale, letters, sprites)
        self._boxes[key] = box
        while len(self._boxes) > _MOST:
            self._boxes.pop(next(iter(self._boxes)))
        return box


_PAINTBOXES = _SharedPaintboxes()
#: A font that is useless once pygame was ended, as all fonts of the pictures are then.
_probe: list[pygame.font.Font] = []


@cache
def _theme(name: str, folder: object) -> Theme:
    """Return a theme of the folder of themes that is in use; a test may have its own."""
    return Theme.load(name)


def _theme_or_first(name: str) -> tuple[Theme, str]:
    try:
        return _theme(name, theme_folder()), ""
    except ParseError:
        return theme_or_first(name)


@lru_cache(maxsize=_MOST)
def _sprites(folders: tuple[tuple[str, object], ...], theme: Theme) -> Sprites:
    return Sprites(dict(folders), theme=theme)


@contextmanager
def shared_pictures() -> Iterator[None]:
    """Let every window that opens in this block use the pictures of the windows before it."""
    _forget_what_lost_its_fonts()
    with (
        patch("game.ui.shell.app.Paintbox", _PAINTBOXES),
        patch("game.ui.shell.app.theme_or_first", _theme_or_first),
        patch("game.ui.shell.app.Sprites", lambda folders, theme: _sprites(tuple(sorted(folders.items())), theme)),
        patch.object(Theme, "release_fonts", lambda self: None),
        patch.object(pygame, "quit", quit_all_but_fonts),
    ):
        yield


def _forget_what_lost_its_fonts() -> None:
    """Forget all pictures if a test elsewhere has ended pygame, and with it the fonts."""
    pygame.font.init()
    try:
        for font in _probe:
            font.size("A")
    except pygame.error:
        _PAINTBOXES.clear()
        _theme.cache_clear()
        _sprites.cache_clear()
    _probe[:] = [pygame.font.Font(None, 12)]


def quit_all_but_fonts() -> None:
    """End the parts of pygame that belong to one window; a font would be useless after the end of its module."""
    for part in (pygame.display, pygame.mixer, pygame.joystick):
        part.quit()
