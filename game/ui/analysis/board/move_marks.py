"""The marks of good and bad moves, for lists, boards and curves."""

from __future__ import annotations

import pygame

from game.analysis.review.judgement import MoveClass
from game.ui.painting.canvas import Canvas
from game.ui.painting.surfaces import finely_drawn, tinted

_COLOURS = {
    MoveClass.ONLY: "amber",
    MoveClass.GOOD: "teal",
    MoveClass.INACCURACY: "amber",
    MoveClass.MISTAKE: "coral",
    MoveClass.BLUNDER: "coral",
}
#: The thickness of a hollow mark's outline as a share of its size.
_OUTLINE = 0.16


def draw_class(
    canvas: Canvas, kind: MoveClass, x: float, y: float, size: float, *, is_chosen: bool = False, hollow: bool = False
) -> None:
    """Draw the mark of a move's quality, such as a blunder, centred on a point.

    The only move is a star, a good one a dot, an inaccuracy a triangle, a mistake a diamond, a blunder a cross on a
    disc. A provisional mark is ``hollow``. With ``is_chosen``, amber marks are drawn dark, to be visible on the amber
    plate.
    """
    if kind is MoveClass.UNJUDGED:
        return
    role = "amber_text" if is_chosen and _COLOURS[kind] == "amber" else _COLOURS[kind]
    colour, pixels = canvas.theme.colour(role), max(4, canvas.px(size))
    if kind is MoveClass.ONLY and not hollow:
        canvas.star(x, y, size / 2, role)
        return

    def draw(fine: pygame.Surface, times: int) -> None:
        _draw_shape(fine, kind, pixels * times, round(_OUTLINE * pixels * times) if hollow else 0)

    canvas.picture(tinted(finely_drawn((pixels, pixels), draw), colour), x, y, anchor="center")
    if kind is MoveClass.BLUNDER and not hollow:
        canvas.text("×", x, y, family="bold", size=size * 0.9, colour="amber_text", anchor="center")


def _draw_shape(fine: pygame.Surface, kind: MoveClass, side: int, outline: int) -> None:
    """Draw a mark in white, filled if ``outline`` is 0, else as an outline of this thickness."""
    middle = side / 2
    if kind is MoveClass.MISTAKE:
        points = [(middle, 0), (side, middle), (middle, side), (0, middle)]
    elif kind is MoveClass.INACCURACY:
        points = [(0, side * 0.1), (side, side * 0.1), (middle, side * 0.95)]
    else:
        radius = middle if kind in (MoveClass.BLUNDER, MoveClass.ONLY) else middle * 0.45
        pygame.draw.circle(fine, "white", (middle, middle), radius, outline)
        return
    pygame.draw.polygon(fine, "white", points, outline)
