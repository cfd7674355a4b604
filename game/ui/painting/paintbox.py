"""The drawing resources for one theme at one scale: text, panels, ornaments, stones and backgrounds."""

from __future__ import annotations

import pygame

from game.ui.painting.backdrop import draw_backdrop
from game.ui.painting.ornaments import Ornaments
from game.ui.painting.panels import Panels
from game.ui.painting.sprites import Sprites
from game.ui.painting.surfaces import Size, SurfaceCache, blank
from game.ui.painting.theme import Theme
from game.ui.painting.typesetter import Typesetter

#: The size of the cache in pixels: about 40 MB.
_STORED_PIXELS = 10_000_000


class Paintbox:
    """A cache of what is drawn at one size of the window: text, panels, ornaments, stones and backgrounds."""

    def __init__(self, theme: Theme, scale: float, letters: float = 1.0, sprites: Sprites | None = None) -> None:
        """Create an empty cache; ``letters`` is the player's text size as a factor (1 is the usual size)."""
        kept = SurfaceCache(_STORED_PIXELS)
        self.theme = theme
        self.scale = scale
        self.typesetter = Typesetter(theme, scale, letters, kept)
        self.panels = Panels(self.typesetter, kept)
        self.ornaments = Ornaments(theme, scale, kept)
        self.sprites = sprites or Sprites(theme=theme)
        self._backdrops = SurfaceCache(1)
        self._veils = SurfaceCache(1)

    def backdrop(self, size: Size, *, dimmed: bool) -> pygame.Surface:
        """Return the opaque background for a window size: clear for the menu, dimmed behind a board.

        Only the latest one is cached.
        """
        return self._backdrops.get((size, dimmed), lambda: draw_backdrop(self.theme, size, dimmed))

    def veil(self, size: Size, alpha: int) -> pygame.Surface:
        """Return the dark layer over a scene; ``alpha`` is from 0 (clear) to 255 (the theme's full darkness)."""
        night = self.theme.faded("veil", min(255, max(0, alpha)))
        return self._veils.get((size, night.a), lambda: blank(size, night))
