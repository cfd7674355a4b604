"""Round things with light on them: bulbs, pockets, lanterns, medallions. SVG drawings filled with a theme's colours."""

from __future__ import annotations

from functools import cache
from string import Template

import pygame

import assets
from game.ui.surfaces import svg

#: The drawings are this much wider than the disc in their middle, so that their edges are never cut.
DISC_SHARE = 60 / 64


@cache
def _template(name: str) -> Template:
    return Template((assets.FOLDER / "discs" / f"{name}.svg").read_text(encoding="utf-8"))


def draw_disc(name: str, diameter: float, **colours: pygame.Color) -> pygame.Surface:
    """A drawing of ``assets/discs`` with its named colours filled in; the disc is that wide, in the middle."""
    words = {part: hex_of(colour) for part, colour in colours.items()}
    side = max(2, round(diameter / DISC_SHARE))
    return svg(_template(name).substitute(words), (side, side))


def hex_of(colour: pygame.Color) -> str:
    """A colour as SVG writes it, without alpha."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"
