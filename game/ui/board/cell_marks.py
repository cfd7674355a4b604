"""Marks on the cells of a study: crosses, circles, squares, triangles and short labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from game.core.language import _
from game.core.model import EMPTY, State
from game.library.study.tree import CellMark, Sign
from game.ui.painting.board_layout import BoardLayout
from game.ui.painting.canvas import Canvas
from game.ui.painting.surfaces import finely_drawn, tinted

#: The side of a mark as a share of a stone's diameter, and its line thickness as a share of that side.
_SIZE, _LINE = 0.52, 0.16
#: The diameter of the best light and of the others, as shares of a stone's.
_BEST, _OTHER = 1.02, 0.82
_LETTERS, _ROOM = 0.31, 0.9


def paint_cell_marks(canvas: Canvas, layout: BoardLayout, state: State, marks: Iterable[CellMark]) -> None:
    """Draw the marks of a study on the board, on a canvas in pixels.

    They are coral, which is visible on wood and on both colours of stones.
    """
    side = max(6, round(layout.stone_diameter * _SIZE))
    for mark in marks:
        centre = layout.centre(mark.cell)
        if mark.sign is not Sign.LABEL:
            shape = finely_drawn((side, side), lambda fine, times, sign=mark.sign: _draw(fine, sign, side * times))  # type: ignore[misc]
            canvas.picture(tinted(shape, canvas.theme.colour("coral")), *centre, anchor="center")
            continue
        if state.board[mark.cell] == EMPTY:
            place = (centre[0] - side * 0.75, centre[1] - side * 0.75, side * 1.5, side * 1.5)
            canvas.panels.plate(*place, colour="bubble_top", radius=side / canvas.paintbox.scale)
        size = side * 0.9 / canvas.paintbox.scale
        colour = "bubble_text" if state.board[mark.cell] == EMPTY else "coral"
        canvas.text(mark.text, *centre, family="bold", size=size, colour=colour, anchor="center", width=side * 1.6)


def _draw(fine: pygame.Surface, sign: Sign, side: int) -> None:
    line = max(1, round(side * _LINE))
    low, high, middle = line, side - line, side / 2
    if sign is Sign.CIRCLE:
        pygame.draw.circle(fine, "white", (middle, middle), middle - line / 2, line)
    elif sign is Sign.SQUARE:
        pygame.draw.rect(fine, "white", (low, low, side - 2 * low, side - 2 * low), line)
    elif sign is Sign.TRIANGLE:
        pygame.draw.polygon(fine, "white", [(middle, low), (high, high), (low, high)], line)
    else:
        pygame.draw.line(fine, "white", (low, low), (high, high), line)
        pygame.draw.line(fine, "white", (low, high), (high, low), line)


@dataclass(frozen=True, slots=True)
class Light:
    """A highlighted cell of a suggested move; its winning chance is from 0 to 1, or None if unknown."""

    cell: int
    chance: float | None
    is_best: bool


def paint_lights(canvas: Canvas, layout: BoardLayout, lights: Sequence[Light]) -> None:
    """Draw the highlighted cells of suggested moves, on a canvas in pixels; the best one is drawn last."""
    for light in sorted(lights, key=lambda each: each.is_best):
        _paint_light(canvas, layout, light)


def _paint_light(canvas: Canvas, layout: BoardLayout, light: Light) -> None:
    centre = layout.centre(light.cell)
    diameter = layout.stone_diameter * (_BEST if light.is_best else _OTHER)
    scale = canvas.paintbox.scale
    place = (centre[0] - diameter / 2, centre[1] - diameter / 2, diameter, diameter)
    role = "teal" if light.is_best else "amber"
    canvas.panels.plate(*place, colour=role, radius=diameter / 2 / scale, line="cream")
    if light.chance is not None:
        percent, size = round(light.chance * 100), layout.stone_diameter * _LETTERS / scale
        text = _("{percent} %", percent=percent)
        text = text if canvas.fits(text, "bold", size, diameter * _ROOM) else str(percent)
        canvas.text(text, *centre, family="bold", size=size, colour=f"{role}_text", anchor="center")
