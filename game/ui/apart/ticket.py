"""The ticket of an invitation: a wide card of paper with notched sides, its words in large title type."""

from __future__ import annotations

import pygame

from game.core.language import _
from game.ui.painting.canvas import Canvas

LEFT, TOP, WIDTH, HEIGHT = 190.0, 196.0, 900.0, 232.0
_NOTCHES, _RADIUS = 5, 11.0
_SIZE, _SMALLEST = 40.0, 18.0


def draw_ticket(canvas: Canvas, invitation: str) -> None:
    """Draw the ticket with the words of an invitation, the place below them."""
    canvas.glow(LEFT + WIDTH / 2, TOP + HEIGHT / 2, WIDTH, "amber", 0.2)
    canvas.plate(LEFT, TOP, WIDTH, HEIGHT, colour="amber", radius=14)
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


def _lines(invitation: str) -> list[str]:
    """Three words a line, that of watching beside them, then the digits, with the place where there is one."""
    words = invitation.split()
    digits = next(number for number, word in enumerate(words) if word.isdecimal())
    return [" ".join(words[: digits - 3]), " ".join(words[digits - 3 : digits]), " ".join(words[digits:])]
