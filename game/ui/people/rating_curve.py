"""A player's rating over time, drawn as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from game.core.rating import Rating
from game.ui.painting.canvas import Canvas

#: The steps of the scale, in Elo: the first that needs few enough lines is used.
_DIVISIONS = (50, 100, 200, 500, 1000)
_MOST_LINES = 6
_LEFT, _BOTTOM = 52.0, 26.0
#: The supersampling factor of the curve, which smooths its edges.
_FINER = 3


def draw_curve(canvas: Canvas, place: tuple[float, float, float, float], ratings: Sequence[Rating]) -> None:
    """Draw the ratings, oldest first, with their standard deviation as a band; there must be at least one."""
    x, y, width, height = place
    canvas.well(x, y, width, height)
    inner = (x + _LEFT, y + 14, width - _LEFT - 20, height - _BOTTOM - 14)
    low, high = _range(ratings)
    _draw_scale(canvas, inner, low, high)
    rect = canvas.transform.rect(*inner)
    finer = pygame.Surface((rect.width * _FINER, rect.height * _FINER), pygame.SRCALPHA)
    _draw_band(canvas, finer, ratings, low, high)
    _draw_line(canvas, finer, ratings, low, high)
    canvas.picture(pygame.transform.smoothscale(finer, rect.size), *inner[:2])
    for number, at in ((1, inner[0]), (len(ratings), inner[0] + inner[2])):
        canvas.text(str(number), at, y + height - 14, size=14, colour="mist", anchor="center", width=60, height=24)


def _range(ratings: Sequence[Rating]) -> tuple[int, int]:
    """The lowest and the highest line of the scale."""
    low = min(rating.elo - rating.deviation for rating in ratings)
    high = max(rating.elo + rating.deviation for rating in ratings)
    step = _step(low, high)
    return int(low // step) * step, int(-(-high // step)) * step


def _step(low: float, high: float) -> int:
    return next((step for step in _DIVISIONS if (high - low) / step <= _MOST_LINES - 1), _DIVISIONS[-1])


def _draw_scale(canvas: Canvas, inner: tuple[float, float, float, float], low: int, high: int) -> None:
    x, y, width, height = inner
    for elo in range(low, high + 1, _step(low, high)):
        at = y + height * (high - elo) / (high - low)
        canvas.level_line(x, at, width, "panel_bottom")
        canvas.text(str(elo), x - 10, at, size=14, colour="mist", anchor="midright", width=_LEFT - 14, height=24)


def _points(size: tuple[int, int], elos: Sequence[float], low: int, high: int) -> list[tuple[float, float]]:
    """The points of the curve, from the left to the right edge; a single one in the middle."""
    width, height = size
    last = len(elos) - 1
    return [
        (width * (place / last if last else 0.5), height * (high - elo) / (high - low))
        for place, elo in enumerate(elos)
    ]


def _draw_band(canvas: Canvas, target: pygame.Surface, ratings: Sequence[Rating], low: int, high: int) -> None:
    """Draw the band of one standard deviation on either side of the rating."""
    above = _points(target.get_size(), [rating.elo + rating.deviation for rating in ratings], low, high)
    below = _points(target.get_size(), [rating.elo - rating.deviation for rating in ratings], low, high)
    colour = canvas.theme.words("amber")
    colour.a = 48
    if len(ratings) > 1:
        pygame.draw.polygon(target, colour, [*above, *reversed(below)])


def _draw_line(canvas: Canvas, target: pygame.Surface, ratings: Sequence[Rating], low: int, high: int) -> None:
    points = _points(target.get_size(), [rating.elo for rating in ratings], low, high)
    colour, thick = canvas.theme.words("amber"), canvas.px(3) * _FINER
    for start, end in pairwise(points):
        pygame.draw.line(target, colour, start, end, thick)
    for point in points:
        pygame.draw.circle(target, colour, point, thick / 2)
    radius = canvas.px(5) * _FINER
    x, y = points[-1]
    end = (min(max(x, radius), target.get_width() - radius), y)
    pygame.draw.circle(target, canvas.theme.words("cream"), end, radius)
