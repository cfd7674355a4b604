"""Curves for charts: anti-aliased lines, bands and dots in a rectangle of a canvas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pygame

from game.ui.painting.canvas import Canvas
from game.ui.painting.surfaces import Point, blank
from game.ui.painting.theme import ColourLike

#: The supersampling factor for smooth edges.
_FINER = 3


class CurvePicture:
    """The picture of a chart's curves, in the coordinates of a canvas; ``lay`` draws it onto the canvas."""

    def __init__(self, canvas: Canvas, place: tuple[float, float, float, float]) -> None:
        """Create an empty picture for the rectangle ``place`` (left, top, width, height), which clips the curves."""
        self._canvas, self._place = canvas, place
        self._rect = canvas.transform.rect(*place)
        self._fine = blank((self._rect.width * _FINER, self._rect.height * _FINER))

    def line(self, points: Iterable[Point], colour: ColourLike, thickness: float = 3.0) -> None:
        """Draw a line through a list of points; ``thickness`` is in design pixels."""
        tint, thick, at = self._canvas.theme.words(colour), self._thick(thickness), self._fine_points(points)
        for start, end in pairwise(at):
            pygame.draw.line(self._fine, tint, start, end, thick)
        for point in at:
            pygame.draw.circle(self._fine, tint, point, thick / 2)

    def band(self, above: Iterable[Point], below: Iterable[Point], colour: ColourLike, alpha: int = 48) -> None:
        """Fill the area between two curves that have the same number of points.

        ``alpha`` is 0 (clear) to 255 (opaque).
        """
        tint, upper, lower = self._canvas.theme.words(colour), self._fine_points(above), self._fine_points(below)
        tint.a = alpha
        if len(upper) > 1:
            pygame.draw.polygon(self._fine, tint, [*upper, *reversed(lower)])

    def dots(self, points: Iterable[Point], colour: ColourLike, diameter: float, *, hollow: bool = False) -> None:
        """Draw discs or rings at the given points. Those at an edge of the picture are moved inwards."""
        tint, radius = self._canvas.theme.words(colour), self._thick(diameter) / 2
        for x, y in self._fine_points(points):
            middle = (self._inside(x, radius, 0), self._inside(y, radius, 1))
            pygame.draw.circle(self._fine, tint, middle, radius, self._thick(1.5) if hollow else 0)

    def lay(self) -> None:
        """Draw the picture of the curves onto the canvas."""
        self._canvas.picture(pygame.transform.smoothscale(self._fine, self._rect.size), *self._place[:2])

    def _thick(self, length: float) -> int:
        return self._canvas.px(length) * _FINER

    def _inside(self, at: float, radius: float, axis: int) -> float:
        return min(max(at, radius), self._fine.get_size()[axis] - radius)

    def _fine_points(self, points: Iterable[Point]) -> Sequence[Point]:
        left, top, width, height = self._place
        across, down = self._fine.get_size()
        return [((x - left) / width * across, (y - top) / height * down) for x, y in points]
