"""The veil that darkens a board when the game is over and highlights the winning line."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.effects.motion import timings
from game.ui.effects.motion.tween import Tweens
from game.ui.painting.surfaces import multiply


class Veil:
    """The progress of the veil. ``repaint`` is called when it is complete and when it is removed."""

    def __init__(self, tweens: Tweens, repaint: Callable[[], None]) -> None:
        self._tweens, self._repaint = tweens, repaint
        self.share = 0.0
        """The progress of the veil, from 0 (none) to 1 (complete)."""

    @property
    def stands(self) -> bool:
        """True if the veil is complete and thus part of the still picture."""
        return self.share >= 1

    @property
    def moves(self) -> bool:
        """True while the veil is fading in."""
        return 0 < self.share < 1

    def fall(self, delay: float) -> None:
        """Fade the veil in after a delay in seconds."""
        self._tweens.play(timings.VEIL, self._set, delay=delay, done=self._repaint)

    def drop(self) -> None:
        """Show the veil at once."""
        self.share = 1.0
        self._repaint()

    def lift(self) -> None:
        """Remove the veil at once."""
        if self.share:
            self.share = 0.0
            self._repaint()

    def _set(self, share: float) -> None:
        self.share = share


def night_over(picture: pygame.Surface, colour: pygame.Color, share: float) -> pygame.Surface:
    """Return the shape of a picture, filled with a translucent colour."""
    night = picture.copy()
    night.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return multiply(night, (colour.r, colour.g, colour.b, round(255 * share)))
