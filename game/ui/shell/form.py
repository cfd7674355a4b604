"""Scenes with a form: lists, scrollable pages, sliders and text fields."""

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
    """A scene with fields. Override ``build`` to add them to ``self.form``, which is rebuilt for every window size."""

    form: Form

    def arrange(self) -> None:
        """Build the form for the stage."""
        self.form = Form(self.app.paintbox, self.stage, self.controls)
        self.build()
        super().arrange()

    def build(self) -> None:
        """Add the fields to the form."""

    def show_focus(self) -> None:
        """Show the focus on the main field, which receives the keys first."""
        self.form.focus_main()
        super().show_focus()

    def shape_over(self, button: Button) -> PointerShape:
        """Return the pointer shape over a field or a button."""
        return self.form.shape_over(button) or super().shape_over(button)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event in the form, then in the controls; return True if it was used."""
        if self.form.handle(event):
            self.dirty = True
            return True
        return super().handle(event)

    def exit(self) -> None:
        """Stop the repetition of held keys, which only text fields need."""
        pygame.key.set_repeat()

    def update(self, seconds: float) -> None:
        """Advance the scene and its form by some seconds."""
        super().update(seconds)
        self.dirty |= self.form.update(seconds)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the form."""
        self.form.draw(canvas)
