"""Picture of an invitation: a wide paper ticket with the code in large type, and a button to copy it."""

from __future__ import annotations

import pygame

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.shell.system_language import copy_text
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.frame import back_button, draw_frame

LEFT, TOP, WIDTH, HEIGHT = 190.0, 196.0, 900.0, 232.0
_NOTCHES, _RADIUS = 5, 11.0
_SIZE, _SMALLEST = 40.0, 18.0


def draw_ticket(canvas: Canvas, invitation: str) -> None:
    """Draw an invitation as a paper ticket with its code, and the server address below the code."""
    canvas.lights.glow(LEFT + WIDTH / 2, TOP + HEIGHT / 2, WIDTH, "amber", 0.2)
    canvas.panels.plate(LEFT, TOP, WIDTH, HEIGHT, colour="amber", radius=14)
    ink, px, point = canvas.theme.colour("well"), canvas.px, canvas.transform.point
    for number in range(_NOTCHES):
        y = TOP + HEIGHT * (number + 0.5) / _NOTCHES
        for x in (LEFT, LEFT + WIDTH):
            pygame.draw.circle(canvas.target, ink, point(x, y), px(_RADIUS))
    middle = LEFT + WIDTH / 2
    canvas.text(_("Invitation"), middle, TOP + 32, family="bold", size=17, colour="well", anchor="center")
    lines = _lines(invitation)
    step = (HEIGHT - 78) / len(lines)
    for number, words in enumerate(lines):
        y = TOP + 58 + (number + 0.5) * step
        canvas.text(
            words, middle, y, family="display", size=_SIZE, colour="well", anchor="center", width=WIDTH - 96,
            height=step, smallest=_SMALLEST,
        )  # fmt: skip


def copy_button(app: App, invitation: str) -> Button:
    """Return the button that copies the invitation code to the clipboard."""

    def copy() -> None:
        app.show_message(_("Copied.") if copy_text(invitation) else _("The clipboard is not available."))

    return Button(
        app.stage.rect(510, 452, 260, 56), _("Copy"), copy, kind="primary", icon="copy", size=24, use=keys.COPY_TEXT
    )


def _lines(invitation: str) -> list[str]:
    """Return the invitation code as lines: first words, last three words, then digits and server address."""
    words = invitation.split()
    digits = next(number for number, word in enumerate(words) if word.isdecimal())
    return [" ".join(words[: digits - 3]), " ".join(words[digits - 3 : digits]), " ".join(words[digits:])]


class InvitationScene(Scene[None]):
    """A screen that shows an invitation code on a large ticket."""

    tune = "fair"

    def __init__(self, app: App, title: str, invitation: str, words: str) -> None:
        """Create the screen; the text ``words`` below the ticket says who should get the invitation."""
        super().__init__(app)
        self._title, self._invitation, self._words = title, invitation, words

    def arrange(self) -> None:
        """Lay out the buttons below the invitation ticket."""
        copy = copy_button(self.app, self._invitation)
        self.controls.set([back_button(self.stage, lambda: self.finish(None)), copy])
        self.controls.focus(copy)
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        draw_frame(canvas, self._title)
        canvas.lights.above_board()
        draw_ticket(canvas, self._invitation)
        canvas.paragraph(self._words, 640, 540, 860, 3, size=20, colour="cream", anchor="midtop", height=130)
