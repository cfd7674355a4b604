"""The coin toss before a game: a coin spins, falls, and shows which player moves first."""

from __future__ import annotations

import math

import pygame

from game.core.language import _
from game.core.model import Tossed
from game.ui.effects.motion.tween import Tween, ease_out_cubic
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene

_SPIN_SECONDS = 1.0
#: The number of half turns of the coin, which is even so that it lands with the winner's face up.
_HALF_TURNS = 8


class TossScene(Scene[None]):
    """The animation of a coin toss whose result is already known; any click or key continues."""

    overlay = True

    def __init__(self, app: App, winner: str, faces: tuple[str, str], consequence: str) -> None:
        """Create the animation of a coin toss.

        ``winner`` is the winner's name, ``faces`` are the portraits on the two sides of the coin, the winner's first,
        and ``consequence`` is a text that says what follows from the toss.
        """
        super().__init__(app)
        self._winner, self._faces, self._consequence = winner, faces, consequence
        self._turn = 1.0 if app.preferences.reduced_motion else 0.0
        if self._turn < 1:
            self.tweens.start(Tween(_SPIN_SECONDS, self._spin, ease_out_cubic))

    def enter(self) -> None:
        """Start the spinning of the coin and its sound."""
        super().enter()
        self.app.sounds.play_occasion(Tossed)

    def _spin(self, progress: float) -> None:
        self._turn = progress

    def paint(self, canvas: Canvas) -> None:
        """Darken the scene below and draw the card behind the coin."""
        canvas.veil()
        canvas.panels.card(400, 180, 480, 440)
        canvas.text(_("Coin toss"), 640, 222, family="display", size=32, colour="cream", anchor="center")
        block = canvas.block(_("Click or press any key to continue"), 440, 1, 54, size=14)
        canvas.draw_block(block, 640, 588 - (block.height - block.leading) / 2, "mist", "center")

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the spinning coin; when it has stopped, also draw the winner's name."""
        size = canvas.px(140)
        angle = self._turn * math.pi * _HALF_TURNS
        coin = canvas.sprites.portrait(self._faces[0 if math.cos(angle) >= 0 else 1], size)
        turned = pygame.transform.smoothscale(coin, (max(2, round(size * abs(math.cos(angle)))), size))
        y = 352 - 24 * math.sin(self._turn * math.pi)
        canvas.lights.glow(640, y, 300, "amber", 0.35)
        canvas.picture(turned, 640, y, anchor="center")
        if self._turn >= 1:
            won = _("{name} won the toss", name=self._winner)
            canvas.text(
                won, 640, 480, family="display", size=26, colour="amber", anchor="center", width=440, smallest=16
            )
            canvas.text(self._consequence, 640, 520, size=17, anchor="center", width=440, height=38)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a click or key: the first one stops the coin, the next one closes the scene."""
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            return False
        if self.tweens.active:
            self.tweens.finish()
            self.dirty = True
        else:
            self.finish(None)
        return True
