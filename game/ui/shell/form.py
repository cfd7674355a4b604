"""Scenes with a form: lists, pages to scroll, sliders, lines to type in."""

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
    """A scene with fields: override ``build`` to add them to ``self.form``, which is new at every size."""

    form: Form

    def arrange(self) -> None:
        """Build the form for the stage."""
        self.form = Form(self.app.paintbox, self.stage, self.controls)
        self.build()
        super().arrange()

    def build(self) -> None:
        """Add the fields to the form."""

    def show_focus(self) -> None:
        """Show the focus on the main field, which the keys act on first."""
        self.form.focus_main()
        super().show_focus()

    def shape_over(self, button: Button) -> PointerShape:
        """The pointer over a field or a button."""
        return self.form.shape_over(button) or super().shape_over(button)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event: the form before the controls."""
        if self.form.handle(event):
            self.dirty = True
            return True
        return super().handle(event)

    def exit(self) -> None:
        """End the repetition of held keys, which only a text entry wants."""
        pygame.key.set_repeat()

    def update(self, seconds: float) -> None:
        """Let time pass in the form too."""
        super().update(seconds)
        self.dirty |= self.form.update(seconds)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the form."""
        self.form.draw(canvas)
