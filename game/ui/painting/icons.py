"""Icons: white drawings in ``assets/icons``, tinted as needed."""

from __future__ import annotations

from functools import cache

import pygame

import assets
from game.ui.painting.surfaces import svg, tinted


@cache
def icon_names() -> tuple[str, ...]:
    """Return the names of all icons."""
    return tuple(sorted(file.stem for file in (assets.FOLDER / "icons").glob("*.svg")))


@cache
def _drawing(name: str) -> str:
    return (assets.FOLDER / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def program_icon(pixels: int) -> pygame.Surface:
    """Return the program's icon for the desktop, in a square of that many pixels."""
    return svg((assets.FOLDER / "program_icon.svg").read_text(encoding="utf-8"), (pixels, pixels))


def draw_icon(name: str, pixels: int, colour: pygame.Color) -> pygame.Surface:
    """Return the icon in a square of that many pixels; raise KeyError if the name is unknown."""
    if name not in icon_names():
        raise KeyError(f"there is no icon {name!r} (there are {', '.join(icon_names())})")
    return tinted(svg(_drawing(name), (pixels, pixels)), colour)
