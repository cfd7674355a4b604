"""Scenes that contain a form, with lists, scrollable pages, sliders and text fields."""

from __future__ import annotations

from typing import TypeVar

import pygame

from game.ui.painting.canvas import Canvas
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import Form
from game.ui.widgets.tooltip import PointerShape

Result = TypeVar("Result")


class FormScene(Scene[Result]):
    """A scene with form fields. Subclasses override ``build`` to add the fields to ``self.form``.

    The form is rebuilt when the size of the window changes.
    """

    form: Form

    def arrange(self) -> None:
        """Build the form for the current size of the window."""
        self.form = Form(self.app.paintbox, self.stage, self.controls)
        self.build()
        super().arrange()

    def build(self) -> None:
        """Add the fields to the form."""

    def show_focus(self) -> None:
        """Make the keyboard focus visible on the form's main field, which receives the keys first."""
        self.form.focus_main()
        super().show_focus()

    def shape_over(self, button: Button) -> PointerShape:
        """Return the shape of the mouse pointer over a field or a button."""
        return self.form.shape_over(button) or super().shape_over(button)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event in the form, then in the scene's buttons; return True if it was used."""
        if self.form.handle(event):
            self.dirty = True
            return True
        return super().handle(event)

    def exit(self) -> None:
        """Stop the repetition of held keys when the scene closes, because only text fields need it."""
        pygame.key.set_repeat()

    def tick(self, seconds: float) -> None:
        """Advance the scene and its form by some seconds."""
        super().tick(seconds)
        self.dirty |= self.form.tick(seconds)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the fields of the form."""
        self.form.draw(canvas)
