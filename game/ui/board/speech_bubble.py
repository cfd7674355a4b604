"""The speech bubbles of the game screen: the opponent's lines, and notes of the program."""

from __future__ import annotations

import pygame

from game.core.language import _
from game.ui.board.board_view import BoardView
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage

_LEFT, _TOP, _WIDTH, _ROOM = 24.0, 324.0, 240.0, 204.0
_LINES, _SPOKEN_LINES, _SHORT_LINES = 7, 3, 4
#: The most height of the words in the bubble above the lower card.
_ROOM_HEIGHT, _SHORT_HEIGHT = 182.0, 84.0
_SIZE, _SHORT_SIZE = 15.0, 13.5
#: Above and below the words.
_EDGE, _SHORT_EDGE = 18.0, 13.0
#: The bubble beside the upper card, where a board leaves its corner free.
_BESIDE_LEFT, _BESIDE_TOP, _BESIDE_WIDTH = 284.0, 92.0, 184.0
#: The width of a line of words in it.
BESIDE_ROOM = _BESIDE_WIDTH - 32


def draw_said(canvas: Canvas, line: str, note: str, *, is_short: bool = False, top: float = _TOP) -> None:
    """Draw the bubble below the upper card: the opponent's line with the note under it; a note alone is bold.

    A short one leaves room for a card between it and the lower player.
    """
    passages = []
    if line:
        passages.append(Passage(_("“{words}”", words=_(line)), "bold", most=_SPOKEN_LINES))
    if note:
        spoken = len(canvas.blocks(passages, _ROOM, 0)[0].lines) if line else 0
        most, size = (_SHORT_LINES, _SHORT_SIZE) if is_short else (_LINES, _SIZE)
        passages.append(Passage(note, "text" if line else "bold", size, most=most - spoken))
    blocks = canvas.blocks(passages, _ROOM, _SHORT_HEIGHT if is_short else _ROOM_HEIGHT)
    edge = _SHORT_EDGE if is_short else _EDGE
    whole = max(96.0, sum(block.height for block in blocks) + 2 * edge + (6 if line else 0))
    canvas.speech_bubble(_LEFT, top, _WIDTH, whole)
    y = top + edge - 1
    for block in blocks:
        y = canvas.draw_block(block, _LEFT + 20, y, "bubble_text") + 6


def fits_in_bubble(canvas: Canvas, note: str, *, is_short: bool = False) -> bool:
    """Whether a note alone has room in the bubble below the upper card, in letters of the usual size."""
    most, size = (_SHORT_LINES, _SHORT_SIZE) if is_short else (_LINES, _SIZE)
    return len(canvas.typesetter.wrap(note, "bold", size, canvas.transform.px(_ROOM))) <= most


def draw_said_beside(canvas: Canvas, line: str, board: BoardView) -> None:
    """Draw the opponent's line beside the upper card, unless it would cover cells of the board."""
    block = canvas.block(_("“{words}”", words=_(line)), BESIDE_ROOM, 4, family="bold")
    place = (_BESIDE_LEFT, _BESIDE_TOP, _BESIDE_WIDTH, block.height + 20)
    if _covers_cells(canvas.transform.rect(*place), board):
        return
    canvas.speech_bubble(*place, tail="left")
    canvas.draw_block(block, _BESIDE_LEFT + 16, _BESIDE_TOP + 10, "bubble_text")


def _covers_cells(rect: pygame.Rect, board: BoardView) -> bool:
    layout = board.layout
    near = rect.inflate(layout.cell, layout.cell)
    return any(near.collidepoint(layout.centre(cell)) for cell in range(len(layout.geometry)))
