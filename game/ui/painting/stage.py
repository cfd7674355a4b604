"""The mapping of design pixels to the screen. Every screen is laid out for 1280 x 800 and scaled by one factor."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

DESIGN_WIDTH, DESIGN_HEIGHT = 1280, 800
SMALLEST = (960, 600)


def whole_pixels(length: float, scale: float) -> int:
    """Convert a length in design pixels to screen pixels, at least one (0 for 0)."""
    return max(1, round(length * scale)) if length else 0


class Transform:
    """A conversion of coordinates to the pixels of a surface. This base class leaves them unchanged."""

    __slots__ = ()

    @property
    def scale(self) -> float:
        """The number of pixels per unit of length."""
        return 1.0

    @property
    def offset(self) -> tuple[float, float]:
        """The pixel position of the point (0, 0)."""
        return 0.0, 0.0

    def px(self, length: float) -> int:
        """Convert a length to pixels of the surface, at least one."""
        return max(1, round(length * self.scale))

    def point(self, x: float, y: float) -> tuple[int, int]:
        """Convert a point to pixels of the surface."""
        left, top = self.offset
        return round(left + x * self.scale), round(top + y * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """Convert a rectangle to pixels of the surface, without gaps between adjacent rectangles."""
        left, top = self.point(x, y)
        right, bottom = self.point(x + width, y + height)
        return pygame.Rect(left, top, right - left, bottom - top)


#: The transform for coordinates that are pixels already.
PIXELS = Transform()


@dataclass(frozen=True, slots=True)
class Stage(Transform):
    """The conversion from design pixels to the window: the design area is scaled to fit and centred."""

    size: tuple[int, int]

    @property
    def scale(self) -> float:
        """The number of screen pixels per design pixel."""
        return min(self.size[0] / DESIGN_WIDTH, self.size[1] / DESIGN_HEIGHT)

    @property
    def offset(self) -> tuple[float, float]:
        """The position in the window, in pixels, of the top left corner of the area of 1280 by 800 design pixels."""
        return (self.size[0] - DESIGN_WIDTH * self.scale) / 2, (self.size[1] - DESIGN_HEIGHT * self.scale) / 2


@dataclass(frozen=True, slots=True)
class Area:
    """The rectangle that a drawing covers, in the coordinates of its canvas.

    Layouts use it to add items beside it.
    """

    rect: pygame.Rect
    """The rectangle in pixels of the surface."""
    transform: Transform

    @property
    def left(self) -> float:
        return (self.rect.left - self.transform.offset[0]) / self.transform.scale

    @property
    def right(self) -> float:
        return (self.rect.right - self.transform.offset[0]) / self.transform.scale

    @property
    def bottom(self) -> float:
        return (self.rect.bottom - self.transform.offset[1]) / self.transform.scale

    @property
    def top(self) -> float:
        return (self.rect.top - self.transform.offset[1]) / self.transform.scale

    @property
    def width(self) -> float:
        return self.rect.width / self.transform.scale
