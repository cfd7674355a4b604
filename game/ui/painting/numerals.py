"""Numerals on stones: on a lens-shaped stone itself, on any other on a small chip at its edge, beside its face."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.painting.painter import Painter
from game.ui.painting.surfaces import Point

#: The size of the digits of a number with so many of them, as a share of the stone.
_SIZES = (0.54, 0.5, 0.4)
#: What the digits may take of the stone's width.
_ROOM = 0.84
#: The chip's height, the digits on it, and where its right end and its middle are from the stone's, as shares of it.
_CHIP, _CHIP_DIGITS = 0.42, 0.36
_CHIP_END, _CHIP_DROP = 0.53, 0.32


@dataclass(frozen=True, slots=True)
class _Look:
    """Roles of the digits, and of the newest stone's."""

    digits: str
    newest: str


_LENSES = {"black": _Look("stone_white_lit", "last_ring"), "white": _Look("stone_black", "last_dot_edge")}


def draw_numeral(
    target: pygame.Surface, painter: Painter, art: str, place: tuple[Point, int], number: int, *, newest: bool
) -> None:
    """Draws the number of a stone; ``place`` is the stone's middle and how wide it is in pixels."""
    centre, diameter = place
    look = _LENSES.get(art)
    if look is None:
        _draw_chip(target, painter, centre, diameter, number, newest=newest)
        return
    share = _SIZES[min(len(str(number)), len(_SIZES)) - 1]
    size = _fitting(painter, number, diameter * share, diameter * _ROOM)
    colour = look.newest if newest else look.digits
    painter.text(target, str(number), centre, family="bold", size=size, colour=colour, anchor="center")


def _fitting(painter: Painter, number: int, pixels: float, room: float) -> float:
    """The size in design pixels of digits that are so high, or as high as the room allows."""
    size = pixels / painter.scale
    return size * min(1.0, room / max(1, painter.measure(str(number), "bold", size)[0]))


def _draw_chip(
    target: pygame.Surface, painter: Painter, centre: Point, diameter: int, number: int, *, newest: bool
) -> None:
    size = _fitting(painter, number, diameter * _CHIP_DIGITS, diameter * _ROOM)
    width, height = painter.measure(str(number), "bold", size)[0] + round(diameter * 0.16), round(diameter * _CHIP)
    chip = pygame.Rect(0, 0, max(width, height), height)
    chip.midright = (round(centre[0] + diameter * _CHIP_END), round(centre[1] + diameter * _CHIP_DROP))
    plate, digits = ("last_ring", "stone_black") if newest else ("stone_black", "stone_white_lit")
    painter.plate(target, chip, colour=plate, radius=height / 2 / painter.scale)
    painter.text(target, str(number), chip.center, family="bold", size=size, colour=digits, anchor="center")
