"""The part of a scene that the app needs, so that it imports no scene; ``Scene`` has all of it."""

from __future__ import annotations

from typing import Protocol, TypeVar

import pygame

from game.core.match import Match
from game.core.ruleset import Ruleset
from game.ui.painting.canvas import Canvas
from game.ui.widgets.tooltip import PointerShape

Result_contra = TypeVar("Result_contra", contravariant=True)


class StackedScene(Protocol[Result_contra]):
    """One screen of the program, which finishes with a result for whoever pushed it."""

    overlay: bool
    """Whether the scene below stays visible behind this one."""
    tune: str
    """The music of the scene; "" lets the one before play on."""
    way_back: str
    """The words of a button that leads back here from a table, in English."""
    takes_files: bool
    """Whether a file can be dropped on it."""
    is_in_use: bool
    """Whether somebody does something here that would be left."""
    dirty: bool
    """Whether the scene looks other than it was drawn."""

    @property
    def subject(self) -> Ruleset | None:
        """The game that is shown here, None where there is none."""

    @property
    def standing(self) -> Match | None:
        """The game whose position is shown, where games with it can be looked for and it can be changed."""

    def enter(self) -> None:
        """Called when the scene comes onto the stack."""

    def suspend(self) -> None:
        """Called when another scene is put on top."""

    def resume(self) -> None:
        """Called when the scene is on top again."""

    def exit(self) -> None:
        """Called when the scene leaves the stack."""

    def arrange(self) -> None:
        """Lay the scene out for the window's size."""

    def repaint(self) -> None:
        """Let the picture go; it is drawn anew."""

    def on_language_changed(self) -> None:
        """Called when another language is spoken."""

    def reduce_motion(self, *, reduced: bool) -> None:
        """Say whether motions are short fades."""

    def show_focus(self) -> None:
        """Called when keys opened the scene: what they act on is to be seen."""

    @property
    def pointer_shape(self) -> PointerShape:
        """What the pointer looks like where it is now."""

    def point(self, point: tuple[int, int] | None) -> None:
        """Called when the pointer has moved there, or has left the window."""

    def hush(self) -> None:
        """Called when something is done: nothing more is said about what the pointer rests on."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event; return whether it was used."""

    def update(self, seconds: float) -> None:
        """Let time pass."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the scene."""

    def finish(self, result: Result_contra) -> None:
        """Leave the stack and hand the result over."""
