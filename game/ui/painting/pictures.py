"""Baked pictures; those of the first frame are decoded in a thread of their own while the program starts."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from functools import cache

import pygame

import assets
from game.core.threads.worker import start_worker


class BakedPictures:
    """Baked pictures by name; one that was decoded early is returned once and not kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._early: dict[str, pygame.Surface] = {}

    def load(self, name: str) -> pygame.Surface:
        """The picture of that file below the assets folder; waits if it is just being decoded."""
        with self._lock:
            early = self._early.pop(name, None)
        return early or pygame.image.load(assets.FOLDER / name)

    def decode_early(self, names: Sequence[str]) -> None:
        """Start decoding pictures that will be needed soon; works without a display."""
        start_worker(lambda: self._decode(names), "pictures")

    def _decode(self, names: Sequence[str]) -> None:
        for name in names:
            # One that cannot be read is told where it is used.
            with self._lock, contextlib.suppress(pygame.error, OSError):
                self._early[name] = pygame.image.load(assets.FOLDER / name)


@cache
def baked_pictures() -> BakedPictures:
    """The pictures of this process."""
    return BakedPictures()
