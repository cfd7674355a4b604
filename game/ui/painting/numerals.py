"""Drawing of the move numbers on stones.

The number is drawn on the stone itself if it is lens-shaped, and otherwise on a small chip at the stone's edge.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.painting.canvas import Canvas
from game.ui.painting.surfaces import Point

#: The size of the digits as a share of the stone, for numbers of one, two and three digits.
_SIZES = (0.54, 0.5, 0.4)
#: The maximum width of the digits as a share of the stone's width.
_ROOM = 0.84
#: The chip's height, the size of its digits, and the offset of its right end and its middle, as shares of the stone.
_CHIP, _CHIP_DIGITS = 0.42, 0.36
_CHIP_END, _CHIP_DROP = 0.53, 0.32


@dataclass(frozen=True, slots=True)
class _Look:
    """The colours of the move numbers on a kind of stone, and of the number on the newest stone."""

    digits: str
    newest: str


_LENSES = {"black": _Look("stone_white_lit", "last_ring"), "white": _Look("stone_black", "last_dot_edge")}


def draw_numeral(canvas: Canvas, art: str, place: tuple[Point, int], number: int, *, newest: bool) -> None:
    """Draw the move number of a stone on a canvas, in another colour on the ``newest`` stone.

    ``art`` names the drawing of the stone; ``place`` is the stone's centre and diameter in pixels.
    """
    centre, diameter = place
    look = _LENSES.get(art)
    if look is None:
        _draw_chip(canvas, centre, diameter, number, newest=newest)
        return
    share = _SIZES[min(len(str(number)), len(_SIZES)) - 1]
    size = _fitting(canvas, number, diameter * share, diameter * _ROOM)
    colour = look.newest if newest else look.digits
    canvas.text(str(number), *centre, family="bold", size=size, colour=colour, anchor="center")


def _fitting(canvas: Canvas, number: int, pixels: float, room: float) -> float:
    """Return the letter size in design pixels for a move number. It is reduced if the number is too wide."""
    size = pixels / canvas.paintbox.scale
    return size * min(1.0, room / max(1, canvas.typesetter.measure(str(number), "bold", size)[0]))


def _draw_chip(canvas: Canvas, centre: Point, diameter: int, number: int, *, newest: bool) -> None:
    size = _fitting(canvas, number, diameter * _CHIP_DIGITS, diameter * _ROOM)
    words, height = canvas.typesetter.measure(str(number), "bold", size)[0], round(diameter * _CHIP)
    chip = pygame.Rect(0, 0, max(words + round(diameter * 0.16), height), height)
    chip.midright = (round(centre[0] + diameter * _CHIP_END), round(centre[1] + diameter * _CHIP_DROP))
    plate, digits = ("last_ring", "stone_black") if newest else ("stone_black", "stone_white_lit")
    canvas.panels.plate(*chip, colour=plate, radius=height / 2 / canvas.paintbox.scale)
    canvas.text(str(number), *chip.center, family="bold", size=size, colour=digits, anchor="center")
