"""The stage: maps design pixels to the screen. Every layout is written for 1280 x 800 and scaled by one factor."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

DESIGN_WIDTH, DESIGN_HEIGHT = 1280, 800
SMALLEST = (960, 600)


def whole_pixels(length: float, scale: float) -> int:
    """A length in screen pixels, at least one, none for 0."""
    return max(1, round(length * scale)) if length else 0


class Transform:
    """Coordinates turned into the pixels of a surface. This one changes nothing: its coordinates are pixels."""

    __slots__ = ()

    @property
    def scale(self) -> float:
        """Pixels to a unit of length."""
        return 1.0

    @property
    def offset(self) -> tuple[float, float]:
        """The pixel where 0, 0 lies."""
        return 0.0, 0.0

    def px(self, length: float) -> int:
        """A length in pixels, at least one."""
        return max(1, round(length * self.scale))

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A point in pixels."""
        left, top = self.offset
        return round(left + x * self.scale), round(top + y * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A rectangle in pixels; neighbours that touch here touch there too."""
        left, top = self.point(x, y)
        right, bottom = self.point(x + width, y + height)
        return pygame.Rect(left, top, right - left, bottom - top)


#: For what has its place in pixels already.
PIXELS = Transform()


@dataclass(frozen=True, slots=True)
class Stage(Transform):
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


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a surface in the coordinates of a transform, for what is laid out beside something drawn."""

    rect: pygame.Rect
    """In pixels."""
    transform: Transform

    @property
    def left(self) -> float:
        """Its left edge."""
        return (self.rect.left - self.transform.offset[0]) / self.transform.scale

    @property
    def right(self) -> float:
        """Its right edge."""
        return (self.rect.right - self.transform.offset[0]) / self.transform.scale

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return (self.rect.bottom - self.transform.offset[1]) / self.transform.scale

    @property
    def top(self) -> float:
        """Its upper edge."""
        return (self.rect.top - self.transform.offset[1]) / self.transform.scale

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.rect.width / self.transform.scale
