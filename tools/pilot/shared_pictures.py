"""A cache of themes, fonts and drawn panels, shared by the windows of many tests.

Each test opens its own window, and without the cache spends most of its time on drawing the same panels and texts.
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

#: The maximum number of cached sets of pictures; a set takes up to 40 MB.
_MOST = 3
_Key = tuple[int, float, float, int]


class _SharedPaintboxes:
    """A cache of the objects that draw themed panels and texts, by theme, scale, text size and pictures.

    The least recently used one is removed first.
    """

    def __init__(self) -> None:
        self._boxes: dict[_Key, Paintbox] = {}

    def clear(self) -> None:
        """Empty the cache."""
        self._boxes.clear()

    def __call__(self, theme: Theme, scale: float, letters: float = 1.0, sprites: Sprites | None = None) -> Paintbox:
        key = (id(theme), scale, letters, id(sprites))
        box = self._boxes.pop(key, None) or Paintbox(theme, scale, letters, sprites)
        self._boxes[key] = box
        while len(self._boxes) > _MOST:
            self._boxes.pop(next(iter(self._boxes)))
        return box


_PAINTBOXES = _SharedPaintboxes()
#: A font to test whether pygame's font module was ended since, which makes this and all cached fonts unusable.
_probe: list[pygame.font.Font] = []


@cache
def _theme(name: str, folder: object) -> Theme:
    """Load a theme; ``folder`` is part of the cache key because a test may use its own folder of themes."""
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
    """Make each window that is opened in this block reuse the pictures of earlier windows."""
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
    """Clear the cache if another test has ended pygame, which makes the cached fonts unusable."""
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
    """Quit the modules of pygame that belong to one window, but not the font module, as fonts are shared."""
    for part in (pygame.display, pygame.mixer, pygame.joystick):
        part.quit()
