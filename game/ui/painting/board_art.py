"""Pictures of game boards: the whole empty board, and functions that draw its parts, also for thumbnails."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import pygame

from game.core.geometry import LETTERS, Geometry, Lattice, Surface
from game.ui.painting import surfaces
from game.ui.painting.board_layout import (
    CORNER_OF_HEXAGON,
    LABEL_GAP,
    POCKET_SHARE,
    BoardLayout,
    Corners,
    is_rectangular,
)
from game.ui.painting.canvas import Canvas
from game.ui.painting.discs import draw_disc, draw_pocket
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.pictures import baked_pictures
from game.ui.painting.stage import PIXELS
from game.ui.painting.surfaces import Point, Size, blank, in_screen_format, multiply
from game.ui.painting.theme import ColourLike, Theme

#: Lengths in design pixels.
_SHADOW, _DROP, _LIP = 26, 22, 8
_FRAME_CORNER, _SURFACE_CORNER = 26, 12
_GAP = 3
#: The maximum share of the accent in a board's colour.
_DEEPEST_DYE = 0.8
#: The saturation in percent of lines drawn on a tinted board.
_INK_SATURATION = 40
_LINE, _EDGE_LINE = 2, 3
_STAR_POINT = 9
_LABEL, _LABEL_LIT, _LABEL_ROOM = 14, 16, 25
#: The largest letter size of a highlighted coordinate, as a share of its plate's side.
_LETTERS = 0.7
#: The side, in design pixels, of the plate behind a highlighted coordinate in the rim of a non-square board.
_PLATE = 24
#: The length of the lines beyond a joined edge in cells, the number of their dashes, and their opacity.
_WAY_ON, _DASHES, _FAINT = 0.5, 3, 0.55
#: How many times finer the outlines of hexagons are drawn before they are scaled down.
_FINE, _CLEAR = 3, (255, 255, 255, 0)
#: The colour role that replaces a texture in themes without textures.
_FLAT = {"wood": "wood_mid", "walnut": "frame_mid", "pond": "pond"}


class BoardPicture(NamedTuple):
    """A prerendered board and the screen position of its top left corner."""

    surface: pygame.Surface
    topleft: tuple[int, int]


def bake_board(paintbox: Paintbox, layout: BoardLayout, geometry: Geometry, *, accent: ColourLike) -> BoardPicture:
    """Return the picture of a board without stones: frame, playing surface, grid or pockets, coordinates."""
    return _BoardDrawing(paintbox, layout, geometry, accent).bake(accent)


@lru_cache(maxsize=4)
def texture_of(name: str) -> pygame.Surface:
    """Load a texture, for example of wood, by its name."""
    return in_screen_format(baked_pictures().load(f"textures/{name}.webp"))


@dataclass(frozen=True, slots=True)
class Timber:
    """The wood of a ruleset's boards, tinted with its accent colour unless that resembles wood."""

    theme: Theme
    accent: pygame.Color

    @property
    def share(self) -> float:
        """The share (0 to 1) of the accent colour in the wood; it grows with the difference of their hues."""
        apart = abs(self.theme.colour("wood_mid").hsla[0] - self.accent.hsla[0]) % 360
        strangeness = min(1.0, max(0.0, (min(apart, 360 - apart) - 40) / 80))
        return _DEEPEST_DYE * strangeness

    def dye(self, wood: pygame.Surface) -> pygame.Surface:
        """Tint a picture of wood in place with the ruleset's accent colour, and return it."""
        if not self.share:
            return wood
        dyed = pygame.transform.grayscale(wood)
        dyed.fill(self.accent.lerp(self.theme.colour("shine"), 0.36), special_flags=pygame.BLEND_RGB_MULT)
        dyed.fill([round(self.theme.measures.dye_light)] * 3, special_flags=pygame.BLEND_RGB_ADD)
        wood.blit(multiply(dyed, (255, 255, 255, round(255 * self.share))), (0, 0))
        return wood

    def ink(self, role: str) -> pygame.Color:
        """Return a colour for lines on the wood, with its hue shifted towards the ruleset's accent colour."""
        usual, dyed = self.theme.colour(role), pygame.Color(self.accent)
        dyed.hsla = (self.accent.hsla[0], _INK_SATURATION, usual.hsla[2], usual.hsla[3])
        return usual.lerp(dyed, self.share)


class _BoardDrawing:
    """The picture of a board while it is being drawn; points are relative to the picture's top left corner."""

    def __init__(self, paintbox: Paintbox, layout: BoardLayout, geometry: Geometry, accent: ColourLike) -> None:
        self.layout, self.geometry = layout, geometry
        self.scale = layout.scale
        margin = self.px(_SHADOW)
        self.offset = (layout.frame.x - margin, layout.frame.y - margin)
        size = (layout.frame.width + 2 * margin, layout.frame.height + 2 * margin + self.px(_DROP))
        self.picture = blank(size)
        self.canvas = Canvas(self.picture, PIXELS, paintbox)
        self.theme, self.colour = paintbox.theme, paintbox.theme.colour
        self.timber = Timber(self.theme, self.colour(accent))

    def px(self, length: float) -> int:
        return max(1, round(length * self.scale))

    def local(self, point: Point) -> Point:
        return point[0] - self.offset[0], point[1] - self.offset[1]

    def bake(self, accent: ColourLike) -> BoardPicture:
        self._frame()
        self._surface()
        places = Places(self.geometry, self.local(self.layout.origin), self.layout.cell, self.scale)
        if self.geometry.surface is Surface.POCKETS:
            draw_pockets(self.theme, self.picture, places)
        else:
            draw_grid(self.theme, self.picture, places, self.timber.ink("grid"))
        self._inlays(accent)
        if self.layout.coordinates:
            for text, point in labels(self.layout):
                colour = self.timber.ink("coordinates") if is_rectangular(self.geometry) else self.colour("frame_text")
                size = _label_size(self.canvas, text, _LABEL, self.scale)
                self.canvas.text(text, *self.local(point), family="bold", size=size, colour=colour, anchor="center")
        return BoardPicture(self.picture, self.offset)

    def _mask(self, corners: Corners, radius: float) -> tuple[pygame.Surface, tuple[int, int]]:
        """Return the mask of a polygon with round corners, and its position."""
        points = [self.local(point) for point in rounded_corners(corners, radius)]
        left, top = (math.floor(min(point[axis] for point in points)) for axis in (0, 1))
        right, bottom = (math.ceil(max(point[axis] for point in points)) for axis in (0, 1))
        shape = surfaces.polygon_mask((right - left, bottom - top), [(x - left, y - top) for x, y in points])
        return shape, (left, top)

    def _frame(self) -> None:
        mask, (x, y) = self._mask(self.layout.frame_corners, _FRAME_CORNER * self.scale)
        shade = self.theme.faded("shadow", 210)
        margin = self.px(_SHADOW)
        shadow = surfaces.shadow_of(mask, margin, shade)
        self.picture.blit(shadow, (x - margin, y - margin + self.px(_DROP)))
        self.picture.blit(surfaces.tinted(mask, self.colour("frame_lip")), (x, y + self.px(_LIP)))
        self.picture.blit(_cut_out(self.theme, "walnut", mask), (x, y))
        shine = self.theme.faded("frame_shine", 115)
        self.picture.blit(surfaces.tinted(_upper_edge(mask, self.px(1.6)), shine), (x, y))

    def _surface(self) -> None:
        pond = self.geometry.surface is Surface.POCKETS
        mask, (x, y) = self._mask(self.layout.surface_corners, _SURFACE_CORNER * self.scale)
        if pond:
            self.picture.blit(surfaces.tinted(mask, self.colour("frame_gap")), (x, y))
            inset = self.px(_GAP)
            mask = pygame.transform.smoothscale(mask, (mask.get_width() - 2 * inset, mask.get_height() - 2 * inset))
            x, y = x + inset, y + inset
        ground = _cut_out(self.theme, "pond", mask) if pond else self.timber.dye(_cut_out(self.theme, "wood", mask))
        shade = self.theme.faded("pond_shadow" if pond else "wood_shadow", 215)
        ground.blit(surfaces.tinted(_inner_shadow(mask, self.px(11), self.px(2)), shade), (0, 0))
        self.picture.blit(ground, (x, y))

    def _inlays(self, accent: ColourLike) -> None:
        """Draw a round inlay in the ruleset's colour at each corner of the frame, except where a hexagon has labels."""
        if self.geometry.lattice is Lattice.HEXAGONS and self.layout.coordinates:
            return
        tint = self.colour(accent).lerp(self.colour("frame_mid"), 0.25)
        inlay = draw_disc("lens", 8 * self.scale, base=tint, lit=tint.lerp(self.colour("shine"), 0.35))
        for point in self._rim_corners():
            blit_centred(self.picture, inlay, self.local(point))

    def _rim_corners(self) -> Iterator[Point]:
        """Yield a point at each corner of the board's frame, midway between its outer and inner edge."""
        outer, inner = self.layout.frame_corners, self.layout.surface_corners
        outside = rounded_corners(outer, _FRAME_CORNER * self.scale, 2)[1::3]
        inside = rounded_corners(inner, _SURFACE_CORNER * self.scale, 2)[1::3]
        for start, end in zip(outside, inside, strict=True):
            yield (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def _label_size(canvas: Canvas, text: str, size: float, scale: float, room: float = _LABEL_ROOM) -> float:
    """Return the letter size of a board coordinate at a scale.

    ``room`` is the side of its square in design pixels.
    """
    room *= scale
    return canvas.typesetter.line_size(text, "bold", size * scale / canvas.paintbox.scale, room, room)


def labels(layout: BoardLayout) -> Iterator[tuple[str, Point]]:
    """Yield the coordinate label of each column and row of a board, in upper case, with its centre."""
    geometry = layout.geometry
    for x in range(geometry.columns):
        yield LETTERS[x].upper(), layout.column_label(x)
    for y in range(geometry.rows):
        yield str(geometry.rows - y), layout.row_label(y)


def highlight_coordinates(canvas: Canvas, layout: BoardLayout, cell: int) -> None:
    """Highlight the column and row labels of a cell on a canvas in pixels."""
    x, y = layout.geometry.cells[cell]
    # On a square board the plate ends at the edge of the outermost stones.
    side = 2 * LABEL_GAP if is_rectangular(layout.geometry) else _PLATE
    across = round(side * layout.scale)
    for text, point in (
        (LETTERS[x].upper(), layout.column_label(x)),
        (str(layout.geometry.rows - y), layout.row_label(y)),
    ):
        plate = pygame.Rect(0, 0, across, across)
        plate.center = (round(point[0]), round(point[1]))
        canvas.panels.plate(*plate, colour="coordinates_plate", radius=across / 2 / canvas.paintbox.scale)
        size = _label_size(canvas, text, min(_LABEL_LIT, side * _LETTERS), layout.scale, side)
        canvas.text(text, *point, family="bold", size=size, colour="coordinates_lit", anchor="center")


# Board shapes


def rounded_corners(corners: Corners, radius: float, steps: int = 10) -> list[Point]:
    """Return a convex polygon (clockwise) with each corner replaced by an arc of the given radius."""
    points = []
    count = len(corners)
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % count]
        start, end = (math.atan2(way[1], way[0]) for way in (_normal(before, corner), _normal(corner, after)))
        turn = (end - start) % math.tau
        away = radius / math.cos(turn / 2)
        middle = start + turn / 2
        centre = (corner[0] - away * math.cos(middle), corner[1] - away * math.sin(middle))
        for step in range(steps + 1):
            angle = start + turn * step / steps
            points.append((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)))
    return points


def _normal(start: Point, end: Point) -> Point:
    """Return the outward normal vector of an edge of a clockwise polygon."""
    return end[1] - start[1], start[0] - end[0]


def _cut_out(theme: Theme, texture: str, mask: pygame.Surface) -> pygame.Surface:
    """Return a texture that is cut to the shape of a mask."""
    shape = blank(mask.get_size())
    shape.blit(pygame.transform.smoothscale(texture_of(texture), mask.get_size()), (0, 0))
    return multiply(flattened(theme, texture, shape), mask)


def flattened(theme: Theme, texture: str, picture: pygame.Surface) -> pygame.Surface:
    """Weaken the grain of a texture picture in place, as much as the theme requires, and return it."""
    share = theme.measures.texture
    if share < 1:
        flat = theme.colour(_FLAT[texture])
        flat.a = round(255 * (1 - share))
        picture.blit(blank(picture.get_size(), flat), (0, 0))
    return picture


def _upper_edge(mask: pygame.Surface, thickness: int) -> pygame.Surface:
    """Return the part of a mask that lies along its upper edges."""
    edge = mask.copy()
    edge.blit(surfaces.tinted(mask, (0, 0, 0, 255)), (0, thickness), special_flags=pygame.BLEND_RGBA_SUB)
    return edge


def _inner_shadow(mask: pygame.Surface, blur: int, drop: int) -> pygame.Surface:
    """Return the frame's shadow on the playing surface as a mask, opaque at the edge and fading inwards."""
    wide = surfaces.blurred(surfaces.with_margin(mask, blur), blur)
    shadow = blank(mask.get_size(), "white")
    hole = surfaces.tinted(wide, (0, 0, 0, 255))
    shadow.blit(hole, (-blur, drop - blur), special_flags=pygame.BLEND_RGBA_SUB)
    return multiply(shadow, mask)


def blit_centred(target: pygame.Surface, picture: pygame.Surface, centre: Point) -> None:
    """Draw a picture centred on a point."""
    target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))


def add_light(picture: pygame.Surface, centre: Point, diameter: float, colour: pygame.Color, strength: float) -> None:
    """Add light to the opaque part of a picture."""
    light = surfaces.light(round(diameter), colour, strength)
    place = light.get_rect(center=(round(centre[0]), round(centre[1])))
    picture.blit(light, place, special_flags=pygame.BLEND_RGB_ADD)


# Grid and pockets


class Places(NamedTuple):
    """The pixel positions of a board's columns and rows in a picture, and the scale of the picture.

    The scale is in pixels per design pixel.
    """

    geometry: Geometry
    origin: Point
    pitch: float
    scale: float

    def at(self, x: float, y: float) -> Point:
        """Return the pixel position of column x and row y of a board."""
        across, down = self.geometry.project((x, y))
        return self.origin[0] + across * self.pitch, self.origin[1] + down * self.pitch


def draw_grid(theme: Theme, target: pygame.Surface, places: Places, ink: pygame.Color | None = None) -> None:
    """Draw a board's grid lines, with wider outermost lines, and its star points; or the outlines of its hexagons."""
    geometry, colour = places.geometry, ink or theme.colour("grid")
    grid, down = blank(target.get_size()), max(1, round(places.scale))
    if geometry.lattice is Lattice.HEXAGONS:
        outlines = _honeycomb(target.get_size(), places)
        grid.blit(surfaces.tinted(outlines, theme.colour("grid_light")), (down, down))
        grid.blit(surfaces.tinted(outlines, colour), (0, 0))
    else:
        _draw_way_on(grid, places, colour)
        lines = list(_lines(places, geometry))
        for line in lines:
            grid.fill(theme.colour("grid_light"), line.move(down, down))
        for line in lines:
            grid.fill(colour, line)
    target.blit(grid, (0, 0))
    across = max(5, min(_STAR_POINT * places.scale, places.pitch / 4))
    dark, lit = (ink, ink) if ink else (theme.colour("star_point"), theme.colour("star_point_lit"))
    star = draw_disc("plain", across, base=dark, lit=lit)
    for cell in geometry.star_points:
        blit_centred(target, star, places.at(*geometry.cells[cell]))


def _honeycomb(size: Size, places: Places) -> pygame.Surface:
    """Return a mask of the outlines of a board's hexagons."""
    fine = blank((size[0] * _FINE, size[1] * _FINE), _CLEAR)
    thickness = max(1, round(_LINE * places.scale * _FINE))
    reach = places.pitch * CORNER_OF_HEXAGON * _FINE
    for position in places.geometry.cells:
        x, y = (each * _FINE for each in places.at(*position))
        corners = [
            (x + reach * math.sin(turn * math.pi / 3), y - reach * math.cos(turn * math.pi / 3)) for turn in range(6)
        ]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            pygame.draw.line(fine, "white", start, end, thickness)
            pygame.draw.circle(fine, "white", end, thickness / 2)
    return pygame.transform.smoothscale(fine, size)


def _draw_way_on(target: pygame.Surface, places: Places, ink: pygame.Color) -> None:
    """Draw faint ends of the lines beyond the joined edges of a board, where they go on at the other side."""
    geometry, thickness = places.geometry, max(1, round(_LINE * places.scale))
    faint = pygame.Color(ink.r, ink.g, ink.b, round(ink.a * _FAINT))
    for position in geometry.cells:
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            beyond = (position[0] + way[0], position[1] + way[1])
            if geometry.step(position, way) == beyond or geometry.at(*geometry.step(position, way)) is None:
                continue
            for part in range(_DASHES):
                near, far = (_WAY_ON * (part + share) / _DASHES for share in (0.35, 1))
                start, end = (
                    places.at(position[0] + way[0] * each, position[1] + way[1] * each) for each in (near, far)
                )
                target.fill(faint, _line(min(start, end), max(start, end), thickness))


def _lines(places: Places, geometry: Geometry) -> Iterator[pygame.Rect]:
    """Yield a rectangle for each grid line, that is for each unbroken run of cells in a row or column."""
    thin, wide = max(1, round(_LINE * places.scale)), max(1, round(_EDGE_LINE * places.scale))
    for number, row in enumerate(geometry.row_cells):
        edge = number in (0, geometry.rows - 1) and not geometry.wrap.joins_rows
        for first, last in _runs([geometry.cells[cell][0] for cell in row]):
            yield _line(places.at(first, number), places.at(last, number), wide if edge else thin)
    for number, column in enumerate(geometry.column_cells):
        edge = number in (0, geometry.columns - 1) and not geometry.wrap.joins_columns
        for first, last in _runs([geometry.cells[cell][1] for cell in column]):
            yield _line(places.at(number, first), places.at(number, last), wide if edge else thin)


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last number of each run of consecutive numbers."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _line(start: Point, end: Point, thickness: int) -> pygame.Rect:
    left, top = round(start[0]) - thickness // 2, round(start[1]) - thickness // 2
    return pygame.Rect(left, top, round(end[0] - start[0]) + thickness, round(end[1] - start[1]) + thickness)


def draw_pockets(theme: Theme, target: pygame.Surface, places: Places) -> None:
    """Draw a round pocket for each cell of the pond board, and a lantern on each blocked cell."""
    geometry = places.geometry
    _draw_way_on(target, places, theme.colour("frame_text"))
    pocket = draw_pocket(theme, round(places.pitch * POCKET_SHARE))
    for position in geometry.cells:
        blit_centred(target, pocket, places.at(*position))
    parts = {"base": "lantern_base", "base_lit": "lantern_base_lit", "glow": "lantern", "lit": "lantern_lit"}
    colours = {part: theme.colour(role) for part, role in parts.items()}
    lantern = draw_disc("lantern", places.pitch * 0.93, cap=theme.colour("lantern_cap"), **colours)
    for position in geometry.holes:
        if theme.measures.glow:
            add_light(target, places.at(*position), places.pitch * 3.8, theme.colour("stall_glow"), 0.75)
        blit_centred(target, lantern, places.at(*position))
