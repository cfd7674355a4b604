"""The background picture of every screen: the sky over the fair."""

from __future__ import annotations

from functools import lru_cache

import pygame

import assets
from game.ui.painting.pictures import baked_pictures
from game.ui.painting.surfaces import Size, gradient, haze, in_screen_format, light, opaque
from game.ui.painting.theme import Theme

#: The factor by which the dimmed sky is painted coarser than the screen; the blur hides it.
_COARSENESS = 4
_BLUR = 2
_VEIL = 0.40


def draw_backdrop(theme: Theme, size: Size, dimmed: bool) -> pygame.Surface:
    """Return the opaque background picture of a scene for a window size, with ``dimmed`` the one behind a board."""
    return _dimmed(theme, size) if dimmed else _clear(theme, size)


def _clear(theme: Theme, size: Size) -> pygame.Surface:
    """Return the theme's background picture, scaled to cover the window; without a picture, a plain gradient."""
    picture = _picture(theme.backdrop)
    if picture is None:
        names = ("sky_top", "sky_high", "sky_low", "sky_bottom")
        stops = tuple(zip((0.0, 0.45, 0.78, 1.0), map(theme.colour, names), strict=True))
        sky = opaque(size)
        sky.blit(gradient(size, stops), (0, 0))
        return sky
    return covering(picture, size)


@lru_cache(maxsize=1)
def _picture(name: str) -> pygame.Surface | None:
    """Load a theme's background picture by its name; return None if it is missing or cannot be read."""
    if not (assets.FOLDER / name).is_file():
        return None
    try:
        return in_screen_format(baked_pictures().load(name))
    except pygame.error:
        return None


def covering(picture: pygame.Surface, size: Size) -> pygame.Surface:
    """Scale a picture to cover the size exactly, and crop it around its middle."""
    width, height = picture.get_size()
    share = min(width / size[0], height / size[1])
    part = pygame.Rect(0, 0, round(size[0] * share), round(size[1] * share))
    part.center = (width // 2, height // 2)
    return pygame.transform.smoothscale(picture.subsurface(part.clip(picture.get_rect())), size)


def _dimmed(theme: Theme, size: Size) -> pygame.Surface:
    """Return the background behind a board: the theme's picture, blurred and darkened, with a light in its middle."""
    small = (max(1, size[0] // _COARSENESS), max(1, size[1] // _COARSENESS))
    sky = pygame.transform.box_blur(_clear(theme, small), _BLUR)
    veil = theme.colour("backdrop_veil")
    keep = round(255 * (1 - _VEIL))
    sky.fill((keep, keep, keep), special_flags=pygame.BLEND_RGB_MULT)
    sky.fill([round(channel * _VEIL) for channel in veil[:3]], special_flags=pygame.BLEND_RGB_ADD)
    reach = round(1.62 * small[1])
    shine, strength = theme.colour("lantern_glow"), 0.34 * theme.measures.glow
    centre = (small[0] // 2, round(small[1] * 0.55))
    if theme.measures.glow_laid:
        glow = haze(reach, shine, strength, 1.7)
        sky.blit(glow, glow.get_rect(center=centre))
    else:
        glow = light(reach, shine, strength, 1.7)
        sky.blit(glow, glow.get_rect(center=centre), special_flags=pygame.BLEND_RGB_ADD)
    return pygame.transform.smoothscale(sky, size)
