"""An invitation, to be read out, copied, or shown to the room."""

from __future__ import annotations

from game.core.language import _
from game.ui.apart.ticket import draw_ticket
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.clipboard import copy_text
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.frame import back_button, draw_frame


class InvitationScene(Scene[None]):
    """The ticket, large; whoever has its words can come."""

    tune = "fair"

    def __init__(self, app: App, title: str, invitation: str, words: str) -> None:
        """``words`` say to whom the invitation is given."""
        super().__init__(app)
        self._title, self._invitation, self._words = title, invitation, words

    def arrange(self) -> None:
        """Lay out the way back and the copy."""
        stage = self.stage
        copy = Button(stage.rect(510, 452, 260, 56), _("Copy"), self._copy, kind="primary", icon="copy", size=24)
        copy.keys = keys.COPY_TEXT.keys
        self.controls.set([back_button(stage, lambda: self.finish(None)), copy])
        self.controls.focus(copy)
        super().arrange()

    def _copy(self) -> None:
        self.app.say(_("Copied.") if copy_text(self._invitation) else _("This desktop takes no copies."))

    def paint(self, canvas: Canvas) -> None:
        """Draw the ticket."""
        draw_frame(canvas, self._title)
        canvas.lights()
        draw_ticket(canvas, self._invitation)
        canvas.paragraph(self._words, 640, 540, 860, 3, size=20, colour="cream", anchor="midtop", height=130)
