"""The font of fields that are typed in: ours, which lends letters of any script, behind pygame_gui's interface."""

from __future__ import annotations

from typing import Any

import pygame
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface

from game.ui.painting.surfaces import Size, blank


class FieldFont(IGUIFontInterface):
    """What pygame_gui asks of a font, answered by one of the theme's."""

    underline = False
    """Our fields underline nothing."""
    underline_adjustment = 0.0

    def __init__(self, font: pygame.font.Font) -> None:
        self._font = font

    def size(self, text: str) -> Size:
        """Width and height of a line."""
        return self.get_rect(text).size

    def get_rect(self, text: str) -> pygame.Rect:
        """The measures of a line; its y is the distance from the top to the ground line."""
        if not text:
            return pygame.Rect(0, 0, 0, 0)
        return pygame.Rect((0, self._font.get_ascent()), self._font.size(text))

    def get_metrics(self, text: str) -> list[Any]:
        """The measures of each letter."""
        return self._font.metrics(text)

    def get_point_size(self) -> int:
        """The size of the letters."""
        return self._font.point_size

    def get_padding_height(self) -> int:
        """The room below the ground line."""
        return 1 - self._font.get_descent()

    def get_direction(self) -> int:
        """Fields run to the right; words of other scripts run as they must within them."""
        return pygame.DIRECTION_LTR

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        """A picture of a line, its colours multiplied by their alpha."""
        return self._font.render(text, True, text_color).convert_alpha().premul_alpha()

    def render_premul_to(
        self, text: str, text_colour: pygame.Color, surf_size: Size, surf_position: tuple[int, int]
    ) -> pygame.Surface:
        """A line on a clear surface of a size; the position is where its ground line begins."""
        surface, line = blank(surf_size), self.render_premul(text, text_colour)
        top = surf_position[1] - self._font.get_ascent() - (line.get_height() - self._font.get_height()) // 2
        surface.blit(line, (surf_position[0], top), special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface
