"""Speech bubbles of the game screen: what the opponent says, and what the house has to say."""

from __future__ import annotations

import pygame

from game.core.language import _
from game.ui.board_view import BoardView
from game.ui.canvas import Canvas

_LEFT, _TOP, _WIDTH, _ROOM = 24.0, 324.0, 240.0, 204.0
_LINES, _SPOKEN_LINES = 7, 3
_LEADING = 24.0
#: The bubble beside the upper card, where a board leaves its corner free.
_BESIDE_LEFT, _BESIDE_TOP, _BESIDE_WIDTH = 284.0, 92.0, 184.0


def draw_said(canvas: Canvas, line: str, note: str) -> None:
    """The bubble below the upper card: the opponent's line, and under it the note; the note alone is bold."""
    spoken = canvas.lines(_("“{words}”", words=_(line)), _ROOM, _SPOKEN_LINES, family="bold") if line else []
    noted = canvas.lines(note, _ROOM, _LINES - len(spoken), family="text" if line else "bold") if note else []
    height = max(96.0, (len(spoken) + len(noted)) * _LEADING + 36 + (6 if line else 0))
    canvas.painter.speech_bubble(canvas.target, canvas.stage.rect(_LEFT, _TOP, _WIDTH, height))
    y = _TOP + 17
    for words in spoken:
        canvas.text(words, _LEFT + 20, y, family="bold", colour="bubble_text")
        y += _LEADING
    y += 6 if line else 0
    for words in noted:
        canvas.text(words, _LEFT + 20, y, family="text" if line else "bold", colour="bubble_text")
        y += _LEADING


def draw_said_beside(canvas: Canvas, line: str, board: BoardView) -> None:
    """The opponent's line beside the upper card, unless cells of the board are there."""
    lines = canvas.lines(_("“{words}”", words=_(line)), _BESIDE_WIDTH - 32, 4, family="bold")
    place = (_BESIDE_LEFT, _BESIDE_TOP, _BESIDE_WIDTH, len(lines) * 22 + 24)
    rect = canvas.stage.rect(*place)
    if _covers_cells(rect, board):
        return
    canvas.painter.speech_bubble(canvas.target, rect, tail="left")
    for number, words in enumerate(lines):
        canvas.text(words, _BESIDE_LEFT + 16, _BESIDE_TOP + 12 + number * 22, family="bold", colour="bubble_text")


def _covers_cells(rect: pygame.Rect, board: BoardView) -> bool:
    layout = board.layout
    near = rect.inflate(layout.cell, layout.cell)
    return any(near.collidepoint(layout.centre(cell)) for cell in range(len(layout.geometry)))
