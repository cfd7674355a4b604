"""A toast: a short message that is shown over any scene for a moment."""

from __future__ import annotations

from game.ui.effects.motion import timings
from game.ui.effects.motion.tween import Tweens
from game.ui.painting.canvas import Canvas
from game.ui.painting.surfaces import blit_faded

_WIDTH, _MOST_LINES = 720.0, 3
_MIDDLE, _BOTTOM = 640.0, 780.0
_SIZE, _EDGE = 16.0, 16.0
#: Seconds of full visibility.
_STAY = 4.0


class Toast:
    """A short message that fades in, stays and fades out; a new one replaces it at once."""

    def __init__(self) -> None:
        self.words = ""
        """The text of the message on screen; "" if there is none."""
        self._share = 0.0
        self._stay = 0.0
        self._tweens = Tweens()

    def show_message(self, words: str, *, reduced: bool) -> None:
        """Show a short message; with ``reduced`` motion it fades faster."""
        self.words, self._stay = words, _STAY
        self._tweens = Tweens()
        self._tweens.reduced = reduced
        self._tweens.play(timings.TOAST, self._fade)

    def _fade(self, share: float) -> None:
        self._share = share

    def tick(self, seconds: float) -> bool:
        """Advance the message by some seconds; return True if its look has changed."""
        moved = self._tweens.tick(seconds)
        if self.words and not moved:
            self._stay -= seconds
            if self._stay <= 0:
                self._tweens.play(timings.TOAST, lambda share: self._fade(1 - share), done=self._forget)
        return moved

    def _forget(self) -> None:
        self.words = ""

    def draw(self, canvas: Canvas) -> None:
        """Draw the message at the bottom of the window, in the middle."""
        if not self.words:
            return
        block = canvas.block(self.words, _WIDTH - 2 * _EDGE, _MOST_LINES, family="bold", size=_SIZE)
        height = block.height + _EDGE
        place = (_MIDDLE - _WIDTH / 2, _BOTTOM - height, _WIDTH, height)
        rect = canvas.transform.rect(*place)
        before = canvas.target.subsurface(rect).copy()
        canvas.panels.plate(*place, colour="well", radius=14, line="amber")
        canvas.draw_block(block, _MIDDLE, _BOTTOM - height + _EDGE / 2, "cream", "midtop")
        if self._share < 1:
            blit_faded(canvas.target, before, rect, 1 - self._share)
