"""The dark veil over the board at the end of a game, which lets the winning line stand out."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.effects.motion import timings
from game.ui.effects.motion.tween import Tweens
from game.ui.painting.surfaces import multiply


class Veil:
    """The dark veil over the board at the end of a game.

    ``repaint`` is called when the veil is complete or removed.
    """

    def __init__(self, tweens: Tweens, repaint: Callable[[], None]) -> None:
        self._tweens, self._repaint = tweens, repaint
        self.share = 0.0
        """The progress of the veil, from 0 (invisible) to 1 (complete)."""

    @property
    def stands(self) -> bool:
        """True if the dark veil over the board is complete and thus part of the board's still picture."""
        return self.share >= 1

    @property
    def moves(self) -> bool:
        """True while the dark veil over the board is fading in."""
        return 0 < self.share < 1

    def fall(self, delay: float) -> None:
        """Start to fade in the dark veil over the board, after a delay in seconds."""
        self._tweens.play(timings.VEIL, self._set, delay=delay, done=self._repaint)

    def drop(self) -> None:
        """Show the dark veil over the board at once, without a fade."""
        self.share = 1.0
        self._repaint()

    def lift(self) -> None:
        """Remove the dark veil over the board at once."""
        if self.share:
            self.share = 0.0
            self._repaint()

    def _set(self, share: float) -> None:
        self.share = share


def night_over(picture: pygame.Surface, colour: pygame.Color, share: float) -> pygame.Surface:
    """Return a translucent layer in one colour that has the shape of a picture and can darken it.

    ``share`` (0 to 1) is the opacity of the layer.
    """
    night = picture.copy()
    night.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return multiply(night, (colour.r, colour.g, colour.b, round(255 * share)))
