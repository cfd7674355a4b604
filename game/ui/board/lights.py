"""The lights of the best moves on a board, each with its winning chance; the best one is larger and teal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.language import _
from game.ui.painting.board_layout import BoardLayout
from game.ui.painting.canvas import Canvas

#: The diameter of the best light and of the others, as shares of a stone's.
_BEST, _OTHER = 1.02, 0.82
_LETTERS, _ROOM = 0.31, 0.9


@dataclass(frozen=True, slots=True)
class Light:
    """A highlighted cell with a winning chance from 0 to 1, or None if that is unknown."""

    cell: int
    chance: float | None
    is_best: bool


def paint_lights(canvas: Canvas, layout: BoardLayout, lights: Sequence[Light]) -> None:
    """Draw the lights on a canvas in pixels; the best one is drawn last, on top of the others."""
    for light in sorted(lights, key=lambda each: each.is_best):
        _paint_light(canvas, layout, light)


def _paint_light(canvas: Canvas, layout: BoardLayout, light: Light) -> None:
    centre = layout.centre(light.cell)
    diameter = layout.stone_diameter * (_BEST if light.is_best else _OTHER)
    scale = canvas.paintbox.scale
    place = (centre[0] - diameter / 2, centre[1] - diameter / 2, diameter, diameter)
    role = "teal" if light.is_best else "amber"
    canvas.plate(*place, colour=role, radius=diameter / 2 / scale, line="cream")
    if light.chance is not None:
        percent, size = round(light.chance * 100), layout.stone_diameter * _LETTERS / scale
        words = _("{percent} %", percent=percent)
        words = words if canvas.fits(words, "bold", size, diameter * _ROOM) else str(percent)
        canvas.text(words, *centre, family="bold", size=size, colour=f"{role}_text", anchor="center")
