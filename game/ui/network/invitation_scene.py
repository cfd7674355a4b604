"""A screen that shows an invitation, with a button to copy it."""

from __future__ import annotations

from game.ui.network.ticket import copy_button, draw_ticket
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets.frame import back_button, draw_frame


class InvitationScene(Scene[None]):
    """A large ticket with an invitation code."""

    tune = "fair"

    def __init__(self, app: App, title: str, invitation: str, words: str) -> None:
        """Show ``words`` below the ticket; they say who should get the invitation."""
        super().__init__(app)
        self._title, self._invitation, self._words = title, invitation, words

    def arrange(self) -> None:
        """Lay out the buttons."""
        copy = copy_button(self.app, self._invitation)
        self.controls.set([back_button(self.stage, lambda: self.finish(None)), copy])
        self.controls.focus(copy)
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        draw_frame(canvas, self._title)
        canvas.lights()
        draw_ticket(canvas, self._invitation)
        canvas.paragraph(self._words, 640, 540, 860, 3, size=20, colour="cream", anchor="midtop", height=130)
