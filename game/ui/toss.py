"""The toss: a coin spins, falls, and says who goes first."""

from __future__ import annotations

import math

import pygame

from game.ui.app import App
from game.ui.scene import Scene
from game.ui.tween import Tween, ease_out_cubic

_SPIN_SECONDS = 0.9


class TossScene(Scene[None]):
    """Shows the result of a toss that has already fallen; any click or key goes on."""

    overlay = True

    def __init__(self, app: App, winner: str, face: str, consequence: str) -> None:
        super().__init__(app)
        self._winner, self._face, self._consequence = winner, face, consequence
        self._turn = 0.0
        self.tweens.start(Tween(_SPIN_SECONDS, self._spin, ease_out_cubic))

    def _spin(self, progress: float) -> None:
        self._turn = progress

    def paint(self, target: pygame.Surface) -> None:
        """The veil and the words."""
        self.painter.veil(target, target.get_rect(), 190)
        canvas = self.canvas(target)
        canvas.card(400, 180, 480, 440)
        canvas.text("The toss", 640, 232, family="display", size=32, colour="cream", anchor="center")
        won = f"{self._winner} won the toss"
        canvas.text(won, 640, 480, family="display", size=26, colour="amber", anchor="center", width=440)
        canvas.text(self._consequence, 640, 520, size=17, anchor="center", width=440)
        canvas.text("Click or press any key to go on", 640, 588, size=14, colour="mist", anchor="center")

    def paint_live(self, target: pygame.Surface) -> None:
        """The coin, turning about its vertical axis."""
        size = self.stage.px(150)
        coin = self.app.sprites.portrait(self._face, size)
        width = max(2, round(size * abs(math.cos(self._turn * math.pi * 6))))
        turned = pygame.transform.smoothscale(coin, (width, size))
        x, y = self.stage.point(640, 350 - 60 * math.sin(self._turn * math.pi))
        self.painter.glow(target, (x, y), self.stage.px(320), "amber", 0.35)
        target.blit(turned, turned.get_rect(center=(x, y)))

    def handle(self, event: pygame.event.Event) -> bool:
        """A click or key ends the spin first, then the scene."""
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            return False
        if self.tweens.active:
            self.tweens.finish()
            self.dirty = True
        else:
            self.finish(None)
        return True
