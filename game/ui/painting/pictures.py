"""Prerendered pictures. Those of the first frame are decoded in a separate thread while the program starts."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from functools import cache

import pygame

import assets
from game.core.threads.worker import start_worker
from game.ui.painting.surfaces import svg, tinted


class BakedPictures:
    """A loader of prerendered pictures. A picture that was decoded early is returned once and then released."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._early: dict[str, pygame.Surface] = {}

    def load(self, name: str) -> pygame.Surface:
        """Load a picture by its path below the assets folder; wait if it is being decoded."""
        with self._lock:
            early = self._early.pop(name, None)
        return early or pygame.image.load(assets.FOLDER / name)

    def decode_early(self, names: Sequence[str]) -> None:
        """Start decoding pictures in a thread before they are needed; this works without a display."""
        start_worker(lambda: self._decode(names), "pictures")

    def _decode(self, names: Sequence[str]) -> None:
        for name in names:
            # The caller that loads an unreadable picture later reports the error.
            with self._lock, contextlib.suppress(pygame.error, OSError):
                self._early[name] = pygame.image.load(assets.FOLDER / name)


@cache
def baked_pictures() -> BakedPictures:
    """Return the loader of prerendered pictures that the whole process shares."""
    return BakedPictures()


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
    """Return an icon by its name, in a square of that many pixels; raise KeyError if the name is unknown."""
    if name not in icon_names():
        raise KeyError(f"there is no icon {name!r} (there are {', '.join(icon_names())})")
    return tinted(svg(_drawing(name), (pixels, pixels)), colour)
