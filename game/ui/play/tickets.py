"""The tickets below the hint button of a ladder match: one for each free hint, used ones struck out."""

from __future__ import annotations

import pygame

from game.session.game_session import GameSession
from game.session.records.counting import TICKETS
from game.ui.painting.canvas import Canvas

#: Height of the hint button if there are tickets below it.
HEIGHT_OVER_TICKETS = 38
#: Width and height of a ticket, and distance from one to the next.
_WIDTH, _HEIGHT, _STEP = 46.0, 18.0, 62.0
_MIDDLE, _TOP = 1136.0, 532.0
#: Radius of the notches at the ends of a ticket.
_BITE = 3.5


def draw_tickets(canvas: Canvas, table: GameSession) -> None:
    """Draw the tickets during a game that has any."""
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
