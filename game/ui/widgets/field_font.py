"""The font of text fields: the theme's font with its fallback fonts, adapted to pygame_gui's interface."""

from __future__ import annotations

from typing import Any

import pygame
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface

from game.ui.painting.surfaces import Size, blank


class FieldFont(IGUIFontInterface):
    """A font of the theme, adapted to pygame_gui's font interface."""

    underline = False
    """True if text is underlined; this program never uses it."""
    underline_adjustment = 0.0

    def __init__(self, font: pygame.font.Font) -> None:
        self._font = font

    def size(self, text: str) -> Size:
        """Return the width and height of a line of text."""
        return self.get_rect(text).size

    def get_rect(self, text: str) -> pygame.Rect:
        """Return the rectangle of a line of text; its y is the distance from the top to the baseline."""
        if not text:
            return pygame.Rect(0, 0, 0, 0)
        return pygame.Rect((0, self._font.get_ascent()), self._font.size(text))

    def get_metrics(self, text: str) -> list[Any]:
        """Return pygame's metrics of each character of a text."""
        return self._font.metrics(text)

    def get_point_size(self) -> int:
        """Return the letter size of the font."""
        return self._font.point_size

    def get_padding_height(self) -> int:
        """Return the height of the space below the baseline of a line."""
        return 1 - self._font.get_descent()

    def get_direction(self) -> int:
        """Return the constant for left-to-right text; right-to-left text keeps its own direction within a field."""
        return pygame.DIRECTION_LTR

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        """Return the picture of a line of text with premultiplied alpha."""
        return self._font.render(text, True, text_color).convert_alpha().premul_alpha()

    def render_premul_to(
        self, text: str, text_colour: pygame.Color, surf_size: Size, surf_position: tuple[int, int]
    ) -> pygame.Surface:
        """Return a transparent surface with a line of text drawn on it with premultiplied alpha.

        ``surf_position`` is the start of its baseline.
        """
        surface, line = blank(surf_size), self.render_premul(text, text_colour)
        top = surf_position[1] - self._font.get_ascent() - (line.get_height() - self._font.get_height()) // 2
        surface.blit(line, (surf_position[0], top), special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface
