"""The tickets of a ladder match below the button of the hint: one a free hint, those that are used struck out."""

from __future__ import annotations

import pygame

from game.session.game_session import GameSession
from game.session.records.counting import TICKETS
from game.ui.painting.canvas import Canvas

#: How high the button above is where there are tickets.
HEIGHT_OVER_TICKETS = 38
#: A ticket's width and height, and the distance from one to the next.
_WIDTH, _HEIGHT, _STEP = 46.0, 18.0, 62.0
_MIDDLE, _TOP = 1136.0, 532.0
#: The radius of the bites out of its ends.
_BITE = 3.5


def draw_tickets(canvas: Canvas, table: GameSession) -> None:
    """Draw the tickets while the game runs, where there are any."""
    left = table.tickets
    if left is None or table.match.outcome is not None:
        return
    start = _MIDDLE - (_STEP * (TICKETS - 1) + _WIDTH) / 2
    for number in range(TICKETS):
        _draw_ticket(canvas, start + number * _STEP, is_used=number >= left)


def _draw_ticket(canvas: Canvas, x: float, *, is_used: bool) -> None:
    paper = "mist" if is_used else "amber"
    canvas.plate(x, _TOP, _WIDTH, _HEIGHT, colour="row" if is_used else paper, line=paper, radius=3)
    ink, point, px = canvas.theme.colour("well"), canvas.transform.point, canvas.px
    middle = _TOP + _HEIGHT / 2
    for end in (x, x + _WIDTH):
        pygame.draw.circle(canvas.target, ink, point(end, middle), px(_BITE))
    for dot in range(3):
        mark = point(x + _WIDTH * 0.72, _TOP + 4 + dot * 4.5)
        pygame.draw.rect(canvas.target, ink, (*mark, max(1, px(1.5)), max(1, px(1.5))))
    if is_used:
        ends = (point(x - 3, middle), point(x + _WIDTH + 3, middle))
        pygame.draw.line(canvas.target, canvas.theme.colour("coral"), *ends, max(2, px(2)))
