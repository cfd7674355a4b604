"""The curve of a player's rating over time."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rating import Rating
from game.ui.painting.canvas import Canvas
from game.ui.painting.curves import CurvePicture
from game.ui.painting.surfaces import Point

#: Possible steps of the scale in Elo; the smallest one that needs few enough lines is used.
_DIVISIONS = (50, 100, 200, 500, 1000)
_MOST_LINES = 6
_LEFT, _BOTTOM = 52.0, 26.0


def draw_curve(canvas: Canvas, place: tuple[float, float, float, float], ratings: Sequence[Rating]) -> None:
    """Draw a player's ratings over time as a curve, oldest first, with their standard deviation as a band.

    ``place`` is left, top, width and height; ``ratings`` must not be empty.
    """
    x, y, width, height = place
    canvas.panels.well(x, y, width, height)
    inner = (x + _LEFT, y + 14, width - _LEFT - 20, height - _BOTTOM - 14)
    low, high = _range(ratings)
    _draw_scale(canvas, inner, low, high)
    _draw_line(canvas, inner, ratings, low, high)
    for number, at in ((1, inner[0]), (len(ratings), inner[0] + inner[2])):
        canvas.text(str(number), at, y + height - 14, size=14, colour="mist", anchor="center", width=60, height=24)


def _range(ratings: Sequence[Rating]) -> tuple[int, int]:
    """Return the lowest and the highest rating on the vertical axis of the chart."""
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
        canvas.panels.level_line(x, at, width, "panel_bottom")
        canvas.text(str(elo), x - 10, at, size=14, colour="mist", anchor="midright", width=_LEFT - 14, height=24)


def _draw_line(
    canvas: Canvas, inner: tuple[float, float, float, float], ratings: Sequence[Rating], low: int, high: int
) -> None:
    """Draw a player's ratings as a line, within a band of one standard deviation on either side."""

    def points(deviations: int) -> list[Point]:
        return _points(inner, [rating.elo + deviations * rating.deviation for rating in ratings], low, high)

    picture = CurvePicture(canvas, inner)
    picture.band(points(1), points(-1), "amber")
    picture.line(points(0), "amber")
    picture.dots(points(0)[-1:], "cream", 10)
    picture.lay()


def _points(inner: tuple[float, float, float, float], elos: Sequence[float], low: int, high: int) -> list[Point]:
    """Return the points of the rating curve from left to right. A single rating is in the middle."""
    x, y, width, height = inner
    last = len(elos) - 1
    return [
        (x + width * (place / last if last else 0.5), y + height * (high - elo) / (high - low))
        for place, elo in enumerate(elos)
    ]
