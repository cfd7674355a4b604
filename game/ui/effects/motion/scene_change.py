"""Animated transition between scenes: the next scene slides and fades in over a picture of the last one."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.effects.motion import timings
from game.ui.effects.motion.tween import Tweens


class SceneChange:
    """The animated transition from one scene of the window to the next, if one is running."""

    def __init__(self) -> None:
        self._tweens = Tweens()
        self._progress = 1.0
        self._slide = 0
        self._before: pygame.Surface | None = None
        self._after: pygame.Surface | None = None

    @property
    def is_running(self) -> bool:
        """True while a transition between scenes is running."""
        return self._before is not None

    def begin(self, screen: pygame.Surface, slide: int, *, reduced: bool) -> None:
        """Begin a transition between scenes, starting from the current picture of the screen.

        The next scene starts ``slide`` pixels to the right, or to the left if negative. A transition that begins before
        the previous one was drawn starts from the same picture.
        """
        if self._before is None or self._progress > 0:
            self._before = screen.copy()
        self._after = pygame.Surface(screen.get_size()).convert(screen)
        self._slide = 0 if reduced else slide
        self._tweens = Tweens()
        self._tweens.reduced = reduced
        self._tweens.play(timings.SCENE, self._set, done=self.end)

    def _set(self, progress: float) -> None:
        self._progress = progress

    def tick(self, seconds: float) -> None:
        """Advance the transition between scenes by some seconds."""
        self._tweens.tick(seconds)

    def end(self) -> None:
        """End the transition between scenes at once."""
        self._before = self._after = None
        self._tweens = Tweens()

    def draw(self, screen: pygame.Surface, draw_scenes: Callable[[pygame.Surface], None]) -> None:
        """Draw the new scene over the picture of the old one, at the current progress of the transition."""
        if self._before is None or self._after is None:
            draw_scenes(screen)
            return
        draw_scenes(self._after)
        screen.blit(self._before, (0, 0))
        self._after.set_alpha(round(255 * self._progress))
        screen.blit(self._after, (round(self._slide * (1 - self._progress)), 0))
