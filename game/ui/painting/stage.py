"""The stage: maps design pixels to the screen. Every layout is written for 1280 x 800 and scaled by one factor."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

DESIGN_WIDTH, DESIGN_HEIGHT = 1280, 800
SMALLEST = (960, 600)


@dataclass(frozen=True, slots=True)
class Stage:
    """The window's size, and the design area centred in it; ``scale`` is in screen pixels for a design pixel."""

    size: tuple[int, int]

    @property
    def scale(self) -> float:
        """The one scale factor of everything on screen."""
        return min(self.size[0] / DESIGN_WIDTH, self.size[1] / DESIGN_HEIGHT)

    @property
    def offset(self) -> tuple[float, float]:
        """The top left corner of the design area on the screen."""
        return (self.size[0] - DESIGN_WIDTH * self.scale) / 2, (self.size[1] - DESIGN_HEIGHT * self.scale) / 2

    def px(self, length: float) -> int:
        """A length in screen pixels, at least one."""
        return max(1, round(length * self.scale))

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A design point on the screen."""
        left, top = self.offset
        return round(left + x * self.scale), round(top + y * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A design rectangle on the screen; neighbours that touch in the design touch on the screen."""
        left, top = self.point(x, y)
        right, bottom = self.point(x + width, y + height)
        return pygame.Rect(left, top, right - left, bottom - top)
