"""Anti-aliased shapes, drawn with pygame's own operations because the window's process does not load numpy.

A *mask* is a white surface whose alpha channel is the shape. Every function returns a new surface; frequently drawn
surfaces are stored in a SurfaceCache.
"""

from __future__ import annotations

import io
import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import pairwise

import pygame

Size = tuple[int, int]
Point = tuple[float, float]
Stops = Sequence[tuple[float, pygame.Color]]

#: The supersampling factor of shapes.
FINENESS = 4
_CLEAR_WHITE = (255, 255, 255, 0)
_WHITE = (255, 255, 255, 255)
#: The number of polygon rows that are drawn at a time.
_BAND = 32


class SurfaceCache:
    """A cache of pictures by key, limited by their total number of pixels; it drops the least recently used."""

    def __init__(self, pixels: int) -> None:
        self._limit = pixels
        self._held = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, build: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture cached under ``key``. On first use, draw it with ``build`` and cache it."""
        found = self._surfaces.get(key)
        if found is not None:
            self._surfaces.move_to_end(key)
            return found
        built = self._surfaces[key] = build()
        self._held += _area(built)
        while self._held > self._limit and len(self._surfaces) > 1:
            self._held -= _area(self._surfaces.popitem(last=False)[1])
        return built


def _area(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height()


def blank(size: Size, colour: pygame.typing.ColorLike = (0, 0, 0, 0)) -> pygame.Surface:
    """Return a transparent surface with an alpha channel, at least one pixel wide and high."""
    surface = pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA, 32)
    surface.fill(colour)
    return surface


def opaque(size: Size) -> pygame.Surface:
    """Return an empty surface without an alpha channel, which is the fastest kind to draw onto the screen."""
    return pygame.Surface((max(1, size[0]), max(1, size[1])), depth=32)


def in_screen_format(surface: pygame.Surface) -> pygame.Surface:
    """Convert a loaded picture to the pixel format of the program's other surfaces. No window is needed.

    The format is that of ``blank``, or of ``opaque`` if the picture has no alpha channel.
    """
    if not surface.get_flags() & pygame.SRCALPHA:
        plain = opaque(surface.get_size())
        plain.blit(surface, (0, 0))
        return plain
    copy = blank(surface.get_size())
    copy.blit(surface, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return copy


def svg(text: str, size: Size) -> pygame.Surface:
    """Render an SVG drawing at a size in pixels; raise pygame.error if it is invalid."""
    return in_screen_format(pygame.image.load_sized_svg(io.BytesIO(text.encode()), size))


def png(picture: pygame.Surface) -> bytes:
    """Encode the picture as PNG."""
    stream = io.BytesIO()
    pygame.image.save(picture, stream, "picture.png")
    return stream.getvalue()


def blit_faded(target: pygame.Surface, picture: pygame.Surface, place: pygame.Rect, share: float) -> None:
    """Draw a cached picture at an opacity (0 to 1), leaving the picture itself unchanged."""
    picture.set_alpha(round(255 * share))
    target.blit(picture, place)
    picture.set_alpha(255)


def blit_centred(target: pygame.Surface, picture: pygame.Surface, centre: Point, flags: int = 0) -> pygame.Rect:
    """Draw a picture centred on a point in pixels; return its rectangle."""
    place = picture.get_rect(center=(round(centre[0]), round(centre[1])))
    target.blit(picture, place, special_flags=flags)
    return place


def multiply(surface: pygame.Surface, factor: pygame.Surface | pygame.typing.ColorLike) -> pygame.Surface:
    """Multiply each colour and alpha value of ``surface`` by those of ``factor``, in place; return the surface."""
    if isinstance(factor, pygame.Surface):
        surface.blit(factor, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    else:
        surface.fill(factor, special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def tinted(mask: pygame.Surface, colour: pygame.typing.ColorLike) -> pygame.Surface:
    """Return a copy of a mask in a colour. The mask's alpha is multiplied by that of the colour."""
    return multiply(mask.copy(), colour)


def column(height: int, stops: Stops) -> pygame.Surface:
    """Return a vertical gradient one pixel wide; its stops are (fraction of the height, colour) from top to bottom."""
    strip = blank((1, height))
    for y in range(height):
        strip.set_at((0, y), _between(stops, (y + 0.5) / height))
    return strip


def _between(stops: Stops, fraction: float) -> pygame.Color:
    if fraction <= stops[0][0]:
        return stops[0][1]
    for (start, above), (end, below) in pairwise(stops):
        if fraction <= end:
            return above.lerp(below, (fraction - start) / (end - start))
    return stops[-1][1]


def gradient(size: Size, stops: Stops) -> pygame.Surface:
    return pygame.transform.scale(column(size[1], stops), (max(1, size[0]), max(1, size[1])))


@lru_cache(maxsize=64)
def _corner(radius: int) -> pygame.Surface:
    """Return a mask of the top left quarter of a disc, for a rounded corner."""
    fine = radius * 8
    quarter = blank((fine, fine), _CLEAR_WHITE)
    pygame.draw.circle(quarter, _WHITE, (fine, fine), fine)
    return pygame.transform.smoothscale(quarter, (radius, radius))


def rounded_mask(size: Size, radius: int) -> pygame.Surface:
    """Return a rectangle with round corners as a mask."""
    mask = blank(size, _WHITE)
    width, height = mask.get_size()
    radius = min(radius, width // 2, height // 2)
    if radius < 1:
        return mask
    for right in (False, True):
        for below in (False, True):
            place = ((width - radius) * right, (height - radius) * below)
            corner = pygame.transform.flip(_corner(radius), right, below)
            mask.blit(corner, place, special_flags=pygame.BLEND_RGBA_MULT)
    return mask


def rounded(size: Size, radius: int, top: pygame.Color, bottom: pygame.Color | None = None) -> pygame.Surface:
    """Return a rectangle with round corners, filled with a gradient from top to bottom."""
    if bottom is None:
        return multiply(rounded_mask(size, radius), top)
    return multiply(gradient(size, ((0, top), (1, bottom))), rounded_mask(size, radius))


def rounded_outline(size: Size, radius: int, thickness: int, colour: pygame.Color) -> pygame.Surface:
    """Return the outline of a rounded rectangle, drawn inside its edge."""
    outline = rounded_mask(size, radius)
    inside = (size[0] - 2 * thickness, size[1] - 2 * thickness)
    if min(inside) > 0:
        hole = tinted(rounded_mask(inside, max(0, radius - thickness)), (0, 0, 0, 255))
        outline.blit(hole, (thickness, thickness), special_flags=pygame.BLEND_RGBA_SUB)
    return multiply(outline, colour)


def fading_down(surface: pygame.Surface, distance: int, rest: float = 0.0) -> pygame.Surface:
    """Make ``surface`` more transparent towards its bottom, in place.

    The alpha falls to the share ``rest`` at ``distance`` pixels below the top, and stays there.
    """
    width, height = surface.get_size()
    clear = pygame.Color(255, 255, 255, round(255 * rest))
    stops = ((0.0, pygame.Color(_WHITE)), (max(0.001, distance / height), clear))
    return multiply(surface, gradient((width, height), stops))


def blurred(mask: pygame.Surface, blur: int) -> pygame.Surface:
    """Return a blurred copy of a mask, whose margin must be at least ``blur`` pixels wide."""
    width, height = mask.get_size()
    coarse = max(1, blur // 4)
    small_size = (max(1, -(-width // coarse)), max(1, -(-height // coarse)))
    small = pygame.transform.smoothscale(mask, small_size)
    reach = max(1, round(blur / coarse * 0.45))
    for _ in range(2):
        small = pygame.transform.box_blur(small, reach)
    return pygame.transform.smoothscale(small, (width, height))


def with_margin(mask: pygame.Surface, margin: int) -> pygame.Surface:
    """Return a copy of a mask with an empty margin on every side."""
    width, height = mask.get_size()
    grown = blank((width + 2 * margin, height + 2 * margin), _CLEAR_WHITE)
    grown.blit(mask, (margin, margin), special_flags=pygame.BLEND_RGBA_ADD)
    return grown


def shadow_of(mask: pygame.Surface, blur: int, colour: pygame.typing.ColorLike) -> pygame.Surface:
    """Return the soft shadow of a shape given as a mask, larger than it by ``blur`` pixels on every side."""
    return multiply(blurred(with_margin(mask, blur), blur), colour)


def polygon_mask(size: Size, points: Sequence[Point]) -> pygame.Surface:
    """Return a filled convex polygon as a mask.

    Only the area around its edges is supersampled, one band of rows at a time.
    """
    mask = blank(size, _CLEAR_WHITE)
    width, height = mask.get_size()
    for top in range(0, height, _BAND):
        rows = min(_BAND, height - top)
        piece = _between_heights(points, top - 1, top + rows + 1)
        if not piece:
            continue
        spans = [(0, width)]
        if min(y for _, y in piece) < top and max(y for _, y in piece) > top + rows:
            spans = _edge_spans(piece, width)
            mask.fill(_WHITE, (spans[0][1], top, spans[1][0] - spans[0][1], rows))
        for left, right in spans:
            _draw_finely(mask, pygame.Rect(left, top, right - left, rows), piece)
    return mask


def _between_heights(points: Sequence[Point], top: float, bottom: float) -> list[Point]:
    """Return the part of a convex polygon between two heights."""
    for limit, sign in ((top, 1), (bottom, -1)):
        kept: list[Point] = []
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], *points[:1]], strict=True):
            if sign * y0 >= sign * limit:
                kept.append((x0, y0))
            if (y0 - limit) * (y1 - limit) < 0:
                kept.append((x0 + (x1 - x0) * (limit - y0) / (y1 - y0), limit))
        points = kept
    return list(points)


def _edge_spans(piece: Sequence[Point], width: int) -> list[tuple[int, int]]:
    """Return the horizontal ranges in pixels that contain the left and the right edge of a piece of a polygon."""
    middle = sum(x for x, _ in piece) / len(piece)
    spans = []
    for side in ([x for x, _ in piece if x < middle], [x for x, _ in piece if x >= middle]):
        spans.append((max(0, math.floor(min(side)) - 1), min(width, math.ceil(max(side)) + 1)))
    return spans


def _draw_finely(mask: pygame.Surface, place: pygame.Rect, points: Sequence[Point]) -> None:
    """Draw the part of a polygon inside the rectangle ``place``, anti-aliased by supersampling."""
    fine = blank((place.width * FINENESS, place.height * FINENESS), _CLEAR_WHITE)
    pygame.draw.polygon(fine, _WHITE, [((x - place.x) * FINENESS, (y - place.y) * FINENESS) for x, y in points])
    part = pygame.transform.smoothscale(fine, place.size)
    mask.blit(part, place, special_flags=pygame.BLEND_RGBA_MAX)


def finely_drawn(size: Size, draw: Callable[[pygame.Surface, int], None]) -> pygame.Surface:
    """Return an anti-aliased mask. The function ``draw`` draws it on an enlarged surface.

    ``draw`` receives the enlarged surface and the factor, and draws in white.
    """
    fine = blank((size[0] * FINENESS, size[1] * FINENESS), _CLEAR_WHITE)
    draw(fine, FINENESS)
    return pygame.transform.smoothscale(fine, size)


@lru_cache(maxsize=8)
def _falloff(power: float) -> pygame.Surface:
    """Return a mask of a disc that is opaque in its middle and fades towards its edge."""
    across = 256
    mask = blank((across, across), _CLEAR_WHITE)
    for step in range(across // 2, 0, -1):
        level = round(255 * (1 - (step - 0.5) / (across / 2)) ** power)
        pygame.draw.circle(mask, (255, 255, 255, level), (across / 2, across / 2), step)
    return mask


def haze(diameter: int, colour: pygame.Color, strength: float, power: float = 2.0) -> pygame.Surface:
    """Return the picture of a round light, to be alpha-blended where adding colours is impossible."""
    mask = pygame.transform.smoothscale(_falloff(power), (max(1, diameter), max(1, diameter)))
    return multiply(mask, (*colour[:3], round(255 * min(1.0, strength))))


def light(diameter: int, colour: pygame.Color, strength: float, power: float = 2.0) -> pygame.Surface:
    """Return the picture of a round light, to be added to the colours below it (``BLEND_RGB_ADD``)."""
    lit = opaque((diameter, diameter))
    lit.blit(haze(diameter, colour, strength, power), (0, 0))
    return lit


def star_points(centre: Point, radius: float) -> list[Point]:
    """Return the ten corners of a five-pointed star whose first point is at the top."""
    corners = []
    for index in range(10):
        reach = radius if index % 2 == 0 else radius * 0.46
        angle = math.radians(-90 + 36 * index)
        corners.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    return corners
