"""Thumbnail pictures of positions for the menu, cards and rule pages."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import pygame

from game.core.geometry import Geometry, Surface
from game.core.model import EMPTY, Mark, MarkKind
from game.core.ruleset import Stone
from game.ui.painting import surfaces
from game.ui.painting.board_art import (
    Places,
    Timber,
    add_light,
    blit_centred,
    draw_grid,
    draw_pockets,
    flattened,
    texture_of,
)
from game.ui.painting.board_layout import stretches
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.surfaces import Point, Size, blank, multiply
from game.ui.painting.theme import ColourLike, Theme

#: The side of the half-size textures in pixels.
_HALF_SIDE = 700


def little_board(
    paintbox: Paintbox,
    geometry: Geometry,
    board: Sequence[str],
    stones: Sequence[Stone],
    size: Size,
    *,
    accent: ColourLike,
    glowing: Collection[int] = (),
    last: Collection[int] = (),
    marks: Sequence[Mark] = (),
    whole: bool = False,
) -> pygame.Surface:
    """Draw a thumbnail of a position: the part of the board around its stones, or with ``whole`` the whole board.

    The cells of ``glowing``, ``last`` and ``marks`` are highlighted: marks of a line glow, marks of a score get a band,
    and others show their symbol.
    """
    theme, sprites, px = paintbox.theme, paintbox.sprites, paintbox.panels.px
    glowing = [*glowing, *_marked(marks, MarkKind.LINE)]
    last = [*last, *_marked(marks, MarkKind.LAST)]
    places = _whole(geometry, size, paintbox.scale) if whole else _window(geometry, board, size, paintbox.scale)
    picture = _little_ground(theme, geometry, places, size, theme.colour(accent))
    diameter = round(places.pitch * (0.94 if geometry.surface is Surface.POCKETS else 0.92))
    searchable_match = {cell: places.at(*geometry.cells[cell]) for cell, letter in enumerate(board) if letter != EMPTY}
    shadow = sprites.shadow(diameter, geometry.surface is Surface.POCKETS)
    for x, y in searchable_match.values():
        blit_centred(picture, shadow, (x + px(2), y + px(4)))
    for cell in glowing:
        if theme.measures.glow:
            add_light(picture, places.at(*geometry.cells[cell]), places.pitch * 1.76, theme.colour("amber"), 0.7)
    for mark in marks:
        if mark.kind in (MarkKind.SCORED, MarkKind.OWN_LINE):
            role = "band_first" if mark.colour == stones[0].letter else "band_second"
            role = "banned" if mark.kind is MarkKind.OWN_LINE else role
            for part in stretches(geometry, mark.cells):
                (x0, y0), (x1, y1) = (places.at(*geometry.cells[cell]) for cell in (part[0], part[-1]))
                band = sprites.band(round(x1 - x0), round(y1 - y0), round(places.pitch * 0.5), role)
                blit_centred(picture, band, ((x0 + x1) / 2, (y0 + y1) / 2))
    sign = round(places.pitch * 0.7)
    is_pond = geometry.surface is Surface.POCKETS
    legal = sprites.legal_ring(diameter) if is_pond else sprites.block_mark(sign)
    for kind, picture_of in ((MarkKind.FORBIDDEN, sprites.forbidden_mark(sign)), (MarkKind.LEGAL, legal)):
        for cell in _marked(marks, kind):
            blit_centred(picture, picture_of, places.at(*geometry.cells[cell]))
    arts = {stone.letter: stone.art for stone in stones}
    for cell, centre in searchable_match.items():
        blit_centred(picture, sprites.stone(arts.get(board[cell], ""), diameter), centre)
    for cell in _marked(marks, MarkKind.LINE):
        blit_centred(picture, sprites.win_ring(diameter), places.at(*geometry.cells[cell]))
    for cell in last:
        blit_centred(picture, sprites.legal_ring(diameter), places.at(*geometry.cells[cell]))
    return _framed(paintbox, picture)


def _marked(marks: Sequence[Mark], kind: MarkKind) -> list[int]:
    return [cell for mark in marks if mark.kind is kind for cell in mark.cells]


def _whole(geometry: Geometry, size: Size, scale: float) -> Places:
    """Return the placement of the grid on a thumbnail that shows the whole board in its middle."""
    pitch = min(length / count for length, count in zip(size, geometry.extent, strict=True))
    x, y = (round((length - (count - 1) * pitch) / 2) for length, count in zip(size, geometry.extent, strict=True))
    return Places(geometry, (x, y), pitch, scale)


def _window(geometry: Geometry, board: Sequence[str], size: Size, scale: float) -> Places:
    """Return the placement of the grid on a thumbnail that shows the part of the board around its stones."""
    shown = min(geometry.extent[0], 2 + 0.48 * geometry.extent[0])
    pitch = size[0] / shown
    half = (size[0] / pitch / 2, size[1] / pitch / 2)
    middle = _middle_of_stones(geometry, board, half)
    x, y = (
        min(max(_on_whole_lines(middle[axis], half[axis]), half[axis] - 0.5), max(half[axis], count - half[axis]) - 0.5)
        for axis, count in enumerate(geometry.extent)
    )
    origin = (round(size[0] / 2 - x * pitch), round(size[1] / 2 - y * pitch))
    return Places(geometry, origin, pitch, scale)


def _on_whole_lines(middle: float, half: float) -> float:
    """Move the middle of the visible part of a board slightly, to show as many whole rows or columns as possible."""
    beside = (math.floor(2 * half) - 1) / 2
    return math.floor(middle - beside + 0.5) + beside


def _middle_of_stones(geometry: Geometry, board: Sequence[str], half: Point) -> Point:
    """Return the middle of the largest group of stones that fits in a thumbnail.

    Without stones, it is the middle of the board.
    """
    placed = [geometry.project(geometry.cells[cell]) for cell, letter in enumerate(board) if letter != EMPTY]
    if not placed:
        return _middle_of([(0, 0), (geometry.extent[0] - 1, geometry.extent[1] - 1)])

    def seen_from(middle: Point) -> list[Point]:
        return [
            (x, y) for x, y in placed if abs(x - middle[0]) <= half[0] - 0.5 and abs(y - middle[1]) <= half[1] - 0.5
        ]

    best = max([_middle_of(placed), *placed], key=lambda middle: len(seen_from(middle)))
    return _middle_of(seen_from(best))


def _middle_of(points: Sequence[Point]) -> Point:
    """Return the middle of the bounding rectangle of some points."""
    columns, rows = zip(*points, strict=True)
    return (min(columns) + max(columns)) / 2, (min(rows) + max(rows)) / 2


def _little_ground(
    theme: Theme, geometry: Geometry, places: Places, size: Size, accent: pygame.Color
) -> pygame.Surface:
    """Draw a piece of the empty board for a thumbnail."""
    if geometry.surface is Surface.POCKETS:
        pond = flattened(theme, "pond", _piece_of("pond", size))
        draw_pockets(theme, pond, places)
        return pond
    timber = Timber(theme, accent)
    wood = timber.dye(flattened(theme, "wood", _piece_of("wood", size)))
    draw_grid(theme, wood, places, timber.ink("grid"))
    return wood


def _piece_of(texture: str, size: Size) -> pygame.Surface:
    """Return a picture of a given size cut from the middle of a texture, with the texture scaled to its width."""
    whole = texture_of(f"{texture}_half" if max(size) <= _HALF_SIDE else texture)
    part = pygame.Rect(0, 0, whole.get_width(), min(whole.get_height(), round(whole.get_width() * size[1] / size[0])))
    part.center = whole.get_rect().center
    piece = blank(size)
    piece.blit(pygame.transform.smoothscale(whole.subsurface(part), size), (0, 0))
    return piece


def _framed(paintbox: Paintbox, picture: pygame.Surface) -> pygame.Surface:
    px = paintbox.panels.px
    size, corner = picture.get_size(), px(12)
    multiply(picture, surfaces.rounded_mask(size, corner))
    edge = paintbox.theme.colour("well_line")
    picture.blit(surfaces.rounded_outline(size, corner, px(3), edge), (0, 0))
    return picture
