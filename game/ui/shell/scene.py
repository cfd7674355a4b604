"""Scenes, each of which is one screen of the program. They form a stack and return a result to the scene below."""

from __future__ import annotations

from collections.abc import Sequence
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
from game.ui.widgets.commands import SceneCommand, run_key
from game.ui.widgets.tooltip import PointerShape, Tooltip

Result = TypeVar("Result")


class Scene(Generic[Result]):
    """The base class of scenes. A scene has buttons and animations, and a picture in two layers: still and moving.

    ``paint`` draws the still picture, which is cached as one surface until ``repaint`` is called; ``paint_live`` draws
    moving parts above the controls whenever the screen is drawn.
    """

    overlay = False
    """True if the scene below stays visible behind this one."""
    takes_files = False
    """True if files can be dropped on the scene."""
    is_in_use = True
    """True if leaving the scene would interrupt the player."""
    leaves_processor = False
    """True if games may be played in the background while the scene is shown, because it needs no engine."""
    tune = ""
    """The name of the music of the scene; "" continues the music of the previous scene."""
    way_back = gettext_noop("Back to the menu")
    """The label, in English, of a button that leads from a game back to this scene; translate it with ``_``."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.tweens = Tweens()
        self.controls = Controls(Tweens(), lambda: app.sounds.play_occasion(Occasion.PRESSED))
        self._tooltip = Tooltip()
        self.dirty = True
        self._picture: pygame.Surface | None = None

    @property
    def subject(self) -> Ruleset | None:
        """The ruleset whose rules the key F1 shows in this scene, or None if there is none."""
        return None

    @property
    def searchable_match(self) -> Match | None:
        """The match on screen; None if the scene offers no position search (F3) or editing (F4)."""
        return None

    @property
    def stage(self) -> Stage:
        """The conversion from design pixels to the window."""
        return self.app.stage

    @property
    def typesetter(self) -> Typesetter:
        """The object that measures and lays out text at the window's scale."""
        return self.app.paintbox.typesetter

    def enter(self) -> None:
        """Start the scene after it was pushed onto the stack."""
        self.arrange()

    def suspend(self) -> None:
        """Pause the scene when another one is pushed on top: finish all animations and release the pointer."""
        self.point(None)
        self.controls.let_go()
        self.tweens.finish()
        self.controls.tweens.finish()

    def resume(self) -> None:
        """Resume the scene when it is on top again; its old picture is discarded before a new one is made."""
        self.repaint()
        self.arrange()

    def exit(self) -> None:
        """Clean up when the scene is removed from the stack."""

    def arrange(self) -> None:
        """Build everything that depends on the window's size; called on entering and after a resize."""
        self.refresh()

    def refresh(self) -> None:
        """Update the buttons and the picture of the scene from its data; called after every change of the data."""
        self.repaint()

    def on_language_changed(self) -> None:
        """Update all texts of the scene after a change of the language."""
        self.arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the still picture of the scene, which is cached."""

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the moving parts of the scene, above its buttons."""

    def reduce_motion(self, *, reduced: bool) -> None:
        """Set whether animations are replaced by short fades (``reduced``) or played in full."""
        self.tweens.reduced = self.controls.tweens.reduced = reduced

    def show_focus(self) -> None:
        """Make the keyboard focus visible, because the scene was opened with a key."""
        if self.controls.current is not None:
            self.controls.focus(self.controls.current, show=True)

    # The pointer

    def point(self, point: tuple[int, int] | None) -> None:
        """Update the position of the mouse pointer; None if it has left the window."""
        before, self.controls.pointer = self.controls.hovered, point
        hovered = self.controls.hovered
        self._tooltip.aim(hovered)
        self.dirty |= hovered is not before

    def hide_tooltip(self) -> None:
        """Hide the tooltip, because the player pressed a button or key."""
        self.dirty |= self._tooltip.hide_tooltip()

    @property
    def pointer_shape(self) -> PointerShape:
        """The shape of the mouse pointer at its current position."""
        point, hovered = self.controls.pointer, self.controls.hovered
        if point is None:
            return "arrow"
        if hovered is not None:
            return self.shape_over(hovered)
        return self.shape_at(point)

    def shape_over(self, button: Button) -> PointerShape:
        """Return the shape of the mouse pointer over a button."""
        return "hand" if button.enabled else "arrow"

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return the shape of the mouse pointer at a point without a button."""
        return "arrow"

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of the window; return True if it was used."""
        if self.controls.handle(event) or run_key(self.commands(), event):
            self.dirty = True
            return True
        return False

    def commands(self) -> Sequence[SceneCommand]:
        """Return what the player can do in the scene now; no key belongs to two commands.

        By default these are the commands of its enabled buttons. A subclass adds the commands that have no button.
        """
        buttons = self.controls.buttons
        return [button.command for button in buttons if button.command is not None and button.enabled]

    def tick(self, seconds: float) -> None:
        """Advance the scene's animations by some seconds."""
        self.dirty |= self.tweens.tick(seconds)
        self.dirty |= self.controls.tweens.tick(seconds)
        self.dirty |= self._tooltip.tick(seconds)

    @property
    def is_painted(self) -> bool:
        """True if the cached still picture of the scene is up to date."""
        return self._picture is not None

    def repaint(self) -> None:
        """Discard the cached still picture of the scene, so that it is redrawn."""
        self._picture = None
        self.dirty = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the scene, without changing anything but its cached picture."""
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
        """Close the scene: remove it from the stack and return its result."""
        self.app.pop(self, result)
