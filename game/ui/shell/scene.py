"""A scene is one screen of the program; scenes lie on a stack and hand a typed result to whoever pushed them."""

from __future__ import annotations

from typing import Generic, TypeVar

import pygame

from game.core.ruleset import Ruleset
from game.ui.motion.tween import Tweens
from game.ui.painting.canvas import Canvas
from game.ui.painting.painter import Painter
from game.ui.painting.stage import Stage
from game.ui.shell.app import App
from game.ui.sounds.cues import Occasion
from game.ui.widgets.buttons import Controls

Result = TypeVar("Result")


class Scene(Generic[Result]):
    """What every scene has: controls, motions, and a picture in two layers.

    ``paint`` draws what rarely changes and is kept as one surface until ``repaint`` asks for it anew; ``paint_live``
    draws what moves, on top of the controls, whenever the screen is drawn.
    """

    overlay = False
    """Whether the scene below stays visible behind this one."""
    tune = ""
    """The music of the scene; "" lets the one before play on."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.tweens = Tweens()
        self.controls = Controls(Tweens(), lambda: app.sounds.hear(Occasion.PRESSED))
        self.dirty = True
        self._picture: pygame.Surface | None = None

    @property
    def subject(self) -> Ruleset | None:
        """The game whose rules the card shows here, None where there is none."""
        return None

    @property
    def stage(self) -> Stage:
        """The window's measures."""
        return self.app.stage

    @property
    def painter(self) -> Painter:
        """The painter for the window's scale."""
        return self.app.painter

    def canvas(self, target: pygame.Surface) -> Canvas:
        """The target as something to draw on in design pixels."""
        return Canvas(target, self.stage, self.painter, self.app.sprites)

    def enter(self) -> None:
        """Called when the scene comes onto the stack."""
        self.arrange()

    def suspend(self) -> None:
        """Called when another scene is put on top: what moved comes to rest."""
        self.tweens.finish()
        self.controls.tweens.finish()

    def resume(self) -> None:
        """Called when the scene is on top again."""
        self.arrange()

    def exit(self) -> None:
        """Called when the scene leaves the stack."""

    def arrange(self) -> None:
        """Builds controls for the stage; called on entering and after the window changed its size."""
        self.repaint()

    def retell(self) -> None:
        """Called when another language is spoken: says everything anew."""
        self.arrange()

    def paint(self, target: pygame.Surface) -> None:
        """Draws what rarely changes."""

    def paint_live(self, target: pygame.Surface) -> None:
        """Draws what moves, above the controls."""

    def reduce_motion(self, *, reduced: bool) -> None:
        """Says whether motions are short fades."""
        self.tweens.reduced = self.controls.tweens.reduced = reduced

    def show_focus(self) -> None:
        """Called when keys opened the scene: what they act on is to be seen."""
        if self.controls.current is not None:
            self.controls.focus(self.controls.current, show=True)

    def handle(self, event: pygame.event.Event) -> bool:
        """Takes an event; returns whether it was used."""
        if self.controls.handle(event):
            self.dirty = True
            return True
        return False

    def update(self, seconds: float) -> None:
        """Lets time pass."""
        scene_moves, control_moves = self.tweens.advance(seconds), self.controls.tweens.advance(seconds)
        self.dirty = self.dirty or scene_moves or control_moves

    @property
    def is_painted(self) -> bool:
        """Whether the scene's picture has been drawn."""
        return self._picture is not None

    def repaint(self) -> None:
        """Asks for the rarely changing picture to be drawn anew."""
        self._picture = None
        self.dirty = True

    def draw(self, target: pygame.Surface) -> None:
        """Draws the scene; changes nothing but its own cache of pictures."""
        if self._picture is None:
            flags = pygame.SRCALPHA if self.overlay else 0
            picture = pygame.Surface(self.stage.size, flags)
            self._picture = picture.convert_alpha() if self.overlay else picture.convert()
            if self.overlay:
                self._picture.fill((0, 0, 0, 0))
            self.paint(self._picture)
        target.blit(self._picture, (0, 0))
        self.controls.draw(target, self.painter)
        self.paint_live(target)

    def finish(self, result: Result) -> None:
        """Leaves the stack and hands the result over."""
        self.app.pop(self, result)
