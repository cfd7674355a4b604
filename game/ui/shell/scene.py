"""Scenes: each is one screen of the program; they lie on a stack and return a typed result to their opener."""

from __future__ import annotations

from typing import Generic, TypeVar

import pygame

from game.core.language import gettext_noop
from game.core.match import Match
from game.core.ruleset import Ruleset
from game.ui.effects.motion.tween import Tweens
from game.ui.effects.sound.cues import Occasion
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.painting.typesetter import Typesetter
from game.ui.shell.app import App
from game.ui.widgets.buttons import Button, Controls
from game.ui.widgets.tooltip import PointerShape, Tooltip

Result = TypeVar("Result")


class Scene(Generic[Result]):
    """The base of every scene: controls, motions, and a picture in two layers.

    ``paint`` draws the still picture, which is cached as one surface until ``repaint`` is called; ``paint_live`` draws
    what moves, on top of the controls, whenever the screen is drawn.
    """

    overlay = False
    """Whether the scene below stays visible behind this one."""
    takes_files = False
    """Whether a file can be dropped on it."""
    is_in_use = True
    """Whether somebody does something here that would be left."""
    tune = ""
    """The music of the scene; "" keeps that of the scene before."""
    way_back = gettext_noop("Back to the menu")
    """The words, in English, of a button that leads back here from a table, to be shown through ``_``."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.tweens = Tweens()
        self.controls = Controls(Tweens(), lambda: app.sounds.hear(Occasion.PRESSED))
        self._tooltip = Tooltip()
        self.dirty = True
        self._picture: pygame.Surface | None = None

    @property
    def subject(self) -> Ruleset | None:
        """The game whose rules card F1 opens here, None where there is none."""
        return None

    @property
    def standing(self) -> Match | None:
        """The game whose position is shown, where games with it can be looked for and it can be changed; else None."""
        return None

    @property
    def stage(self) -> Stage:
        """The stage of the window."""
        return self.app.stage

    @property
    def typesetter(self) -> Typesetter:
        """How wide words are at the window's scale."""
        return self.app.paintbox.typesetter

    def enter(self) -> None:
        """Called when the scene comes onto the stack."""
        self.arrange()

    def suspend(self) -> None:
        """Called when another scene is put on top: ends all motions, and lets go of the pointer."""
        self.point(None)
        self.controls.let_go()
        self.tweens.finish()
        self.controls.tweens.finish()

    def resume(self) -> None:
        """Called when the scene is on top again; its old picture goes before anything new is made."""
        self.repaint()
        self.arrange()

    def exit(self) -> None:
        """Called when the scene leaves the stack."""

    def arrange(self) -> None:
        """Build what depends on the stage; called on entering and after a change of the window's size."""
        self.refresh()

    def refresh(self) -> None:
        """Bring what is shown in line with the data: controls and picture; called after every change of the data."""
        self.repaint()

    def on_language_changed(self) -> None:
        """Called when the language has changed: sets all texts anew."""
        self.arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the still picture."""

    def paint_live(self, canvas: Canvas) -> None:
        """Draw what moves, above the controls."""

    def reduce_motion(self, *, reduced: bool) -> None:
        """Says whether motions are short fades."""
        self.tweens.reduced = self.controls.tweens.reduced = reduced

    def show_focus(self) -> None:
        """Called when the scene was opened by a key: shows the focus."""
        if self.controls.current is not None:
            self.controls.focus(self.controls.current, show=True)

    # The pointer

    def point(self, point: tuple[int, int] | None) -> None:
        """Called when the pointer has moved there, or has left the window."""
        before, self.controls.pointer = self.controls.hovered, point
        hovered = self.controls.hovered
        self._tooltip.aim(hovered)
        self.dirty |= hovered is not before

    def hush(self) -> None:
        """Called when something is done: says no more about what the pointer rests on."""
        self.dirty |= self._tooltip.hush()

    @property
    def pointer_shape(self) -> PointerShape:
        """What the pointer looks like where it is now."""
        point, hovered = self.controls.pointer, self.controls.hovered
        if point is None:
            return "arrow"
        if hovered is not None:
            return self.shape_over(hovered)
        return self.shape_at(point)

    def shape_over(self, button: Button) -> PointerShape:
        """The pointer over a button."""
        return "hand" if button.enabled else "arrow"

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """The pointer where there is no button."""
        return "arrow"

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; returns whether it was used."""
        if self.controls.handle(event):
            self.dirty = True
            return True
        return False

    def update(self, seconds: float) -> None:
        """Lets time pass."""
        self.dirty |= self.tweens.advance(seconds)
        self.dirty |= self.controls.tweens.advance(seconds)
        self.dirty |= self._tooltip.pass_time(seconds)

    @property
    def is_painted(self) -> bool:
        """Whether the still picture has been drawn."""
        return self._picture is not None

    def repaint(self) -> None:
        """Ask for the still picture to be drawn anew."""
        self._picture = None
        self.dirty = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the scene; changes nothing but its cached picture."""
        if self._picture is None:
            flags = pygame.SRCALPHA if self.overlay else 0
            picture = pygame.Surface(self.stage.size, flags)
            self._picture = picture.convert_alpha() if self.overlay else picture.convert()
            if self.overlay:
                self._picture.fill((0, 0, 0, 0))
            self.paint(canvas.onto(self._picture))
        canvas.target.blit(self._picture, (0, 0))
        self.controls.draw(canvas)
        self.paint_live(canvas)
        self._tooltip.draw(canvas, self.controls.hovered)

    def finish(self, result: Result) -> None:
        """Leave the stack and return the result."""
        self.app.pop(self, result)
