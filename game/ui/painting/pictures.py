"""Prerendered pictures; those of the first frame are decoded in a separate thread while the program starts."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from functools import cache

import pygame

import assets
from game.core.threads.worker import start_worker


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
        """Start decoding pictures that will be needed soon; works without a display."""
        start_worker(lambda: self._decode(names), "pictures")

    def _decode(self, names: Sequence[str]) -> None:
        for name in names:
            # The caller that loads an unreadable picture later reports the error.
            with self._lock, contextlib.suppress(pygame.error, OSError):
                self._early[name] = pygame.image.load(assets.FOLDER / name)


@cache
def baked_pictures() -> BakedPictures:
    """Return the loader of this process."""
    return BakedPictures()
