"""From one scene to the next: the next one slides in a little while it fades in over the picture of the last."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.motion import timings
from game.ui.motion.tween import Tweens


class SceneChange:
    """The running change of scenes, if there is one."""

    def __init__(self) -> None:
        self._tweens = Tweens()
        self._progress = 1.0
        self._slide = 0
        self._before: pygame.Surface | None = None
        self._after: pygame.Surface | None = None

    @property
    def is_running(self) -> bool:
        """Whether a scene is on its way in."""
        return self._before is not None

    def begin(self, screen: pygame.Surface, slide: int, *, reduced: bool) -> None:
        """The screen shows what goes; what comes starts ``slide`` pixels to the right, or to the left below 0.

        A change that begins before the last one could be seen goes on from the same picture.
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

    def advance(self, seconds: float) -> None:
        """Lets time pass."""
        self._tweens.advance(seconds)

    def end(self) -> None:
        """The new scene is there."""
        self._before = self._after = None
        self._tweens = Tweens()

    def draw(self, screen: pygame.Surface, draw_scenes: Callable[[pygame.Surface], None]) -> None:
        """Draws the scenes as far as they have come in."""
        if self._before is None or self._after is None:
            draw_scenes(screen)
            return
        draw_scenes(self._after)
        screen.blit(self._before, (0, 0))
        self._after.set_alpha(round(255 * self._progress))
        screen.blit(self._after, (round(self._slide * (1 - self._progress)), 0))
