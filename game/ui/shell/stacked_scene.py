"""Protocol of the scenes that the app uses, so that the app need not import the class ``Scene``."""

from __future__ import annotations

from typing import Protocol, TypeVar

import pygame

from game.core.match import Match
from game.core.ruleset import Ruleset
from game.ui.painting.canvas import Canvas
from game.ui.widgets.tooltip import PointerShape

Result_contra = TypeVar("Result_contra", contravariant=True)


class StackedScene(Protocol[Result_contra]):
    """Protocol of a screen of the program. It finishes with a result for the code that opened it."""

    overlay: bool
    """True if the scene below stays visible behind this one."""
    tune: str
    """The name of the music of the scene; "" continues the music of the previous scene."""
    way_back: str
    """The label, in English, of a button that leads from a game back to this scene."""
    takes_files: bool
    """True if files can be dropped on the scene."""
    is_in_use: bool
    """True if leaving the scene would interrupt the player."""
    leaves_processor: bool
    """True if games may be played in the background while the scene is shown, because it needs no engine."""
    dirty: bool
    """True if the scene has changed since it was drawn."""

    @property
    def subject(self) -> Ruleset | None:
        """The ruleset whose rules the key F1 shows in this scene, or None if there is none."""

    @property
    def searchable_match(self) -> Match | None:
        """The match on screen; None if the scene offers no position search (F3) or editing (F4)."""

    def enter(self) -> None:
        """Start the scene after it was pushed onto the stack."""

    def suspend(self) -> None:
        """Pause the scene when another one is pushed on top."""

    def resume(self) -> None:
        """Resume the scene when it is on top again."""

    def exit(self) -> None:
        """Clean up when the scene is removed from the stack."""

    def arrange(self) -> None:
        """Lay the scene out for the window's size."""

    def repaint(self) -> None:
        """Discard the cached picture of the scene, so that it is redrawn."""

    def on_language_changed(self) -> None:
        """Update all texts of the scene after a change of the language."""

    def reduce_motion(self, *, reduced: bool) -> None:
        """Set whether animations are replaced by short fades (``reduced``) or played in full."""

    def show_focus(self) -> None:
        """Make the keyboard focus visible, because the scene was opened with a key."""

    @property
    def pointer_shape(self) -> PointerShape:
        """The shape of the mouse pointer at its current position."""

    def point(self, point: tuple[int, int] | None) -> None:
        """Update the position of the mouse pointer; None if it has left the window."""

    def hide_tooltip(self) -> None:
        """Hide the tooltip, because the player pressed a button or key."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of the window; return True if it was used."""

    def tick(self, seconds: float) -> None:
        """Advance the scene by some seconds."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the scene."""

    def finish(self, result: Result_contra) -> None:
        """Remove the scene from the stack, and pass the result to the code that pushed the scene."""
