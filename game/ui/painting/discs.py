"""Drawings of round objects with shading: lamps, lanterns, rings around faces, and the pockets of a board.

The drawings are SVG files, filled with a theme's colours.
"""

from __future__ import annotations

import math
from functools import cache
from string import Template

import pygame

import assets
from game.ui.painting.surfaces import svg
from game.ui.painting.theme import Theme

#: The share of a drawing's side that its disc takes; the margin prevents cut edges.
DISC_SHARE = 60 / 64
#: The diameter of a shadow as a multiple of its stone's, and the share of its radius that is fully dark.
_SHADE_SHARE, _SHADE_CORE = 1.38, 0.40


@cache
def _template(name: str) -> Template:
    return Template((assets.FOLDER / "discs" / f"{name}.svg").read_text(encoding="utf-8"))


def draw_disc(name: str, diameter: float, **colours: pygame.Color) -> pygame.Surface:
    """Return a drawing from ``assets/discs`` in the given colours.

    ``diameter`` is that of its disc in pixels.
    """
    words = {part: hex_of(colour) for part, colour in colours.items()}
    side = max(2, round(diameter / DISC_SHARE))
    return svg(_template(name).substitute(words), (side, side))


def hex_of(colour: pygame.Color) -> str:
    """Return a colour in SVG's hexadecimal notation, without alpha."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


def draw_ring(
    diameter: float, thickness: float, colour: pygame.Color, strength: float, edge: float = 2.0
) -> pygame.Surface:
    """Draw a glowing ring that fades inwards and outwards; ``thickness`` is a share of its radius.

    The greater ``edge`` is, the sharper the ring: 12 makes a clear line.
    """
    reach = 1 + 2.6 * thickness
    peak = 1 / reach
    stops = [(place / 24, math.exp(-(abs((place / 24 - peak) / (thickness * peak)) ** edge))) for place in range(25)]
    return _radial(round(diameter * reach), colour, [(place, strength * level) for place, level in stops])


def draw_shade(diameter: float, colour: pygame.Color, strength: float) -> pygame.Surface:
    """Draw the soft round shadow of a stone with a given diameter."""
    levels = []
    for place in range(17):
        rest = min(1.0, (1 - place / 16) / (1 - _SHADE_CORE))
        levels.append((place / 16, strength * rest * rest * (3 - 2 * rest)))
    return _radial(round(diameter * _SHADE_SHARE), colour, levels)


def _radial(side: int, colour: pygame.Color, levels: list[tuple[float, float]]) -> pygame.Surface:
    """Draw a disc with a radial gradient of opacity; its stops are (share of the radius, opacity)."""
    hue = hex_of(colour)
    stops = "".join(f'<stop offset="{p:.4f}" stop-color="{hue}" stop-opacity="{o:.4f}"/>' for p, o in levels)
    return svg(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><defs>'
        f'<radialGradient id="r" cx="50%" cy="50%" r="50%">{stops}</radialGradient></defs>'
        '<circle cx="50" cy="50" r="50" fill="url(#r)"/></svg>',
        (max(2, side), max(2, side)),
    )


def draw_pocket(theme: Theme, diameter: int, *, legal: bool = False) -> pygame.Surface:
    """Draw an empty cell of the pond board, which looks like a cup. With ``legal``, it is brighter."""
    role = "pocket_legal" if legal else "pocket"
    colours = {part: theme.colour(f"{role}{name}") for part, name in (("base", ""), ("lit", "_lit"), ("rim", "_rim"))}
    return draw_disc("pocket", diameter, lip=theme.colour("pocket_lip"), **colours)
