"""Texts on the game screen: the opponent's lines in a speech bubble, and the program's notes on a card."""

from __future__ import annotations

import pygame

from game.core.language import _
from game.ui.board.board_view import BoardView
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage

_LEFT, _TOP, _WIDTH, _ROOM = 24.0, 324.0, 240.0, 204.0
_LINES, _SPOKEN_LINES, _SHORT_LINES = 7, 3, 4
#: The maximum height of the text above the lower card, usual and short, in design pixels.
_ROOM_HEIGHT, _SHORT_HEIGHT = 182.0, 84.0
_SIZE, _SHORT_SIZE = 15.0, 13.5
#: The vertical padding of text alone, in a short bubble, and if bubble and card share the space, in design pixels.
_EDGE, _SHORT_EDGE, _TIGHT_EDGE = 18.0, 13.0, 12.0
#: The gap between bubble and card, and the height that both lose if they share the space, in design pixels.
_GAP, _BETWEEN = 10.0, 34.0
#: The rectangle of the bubble to the right of the upper card, where a board leaves its corner free, in design pixels.
_BESIDE_LEFT, _BESIDE_TOP, _BESIDE_WIDTH = 284.0, 92.0, 184.0
#: The width of the text in that bubble in design pixels.
BESIDE_ROOM = _BESIDE_WIDTH - 32


def draw_bubble(canvas: Canvas, line: str, note: str, *, is_short: bool = False, top: float = _TOP) -> None:
    """Draw the opponent's line in a speech bubble, and a note of the program on a card below it.

    With ``is_short`` there is space for another card above the lower player's card.
    """
    most, size = (_SHORT_LINES, _SHORT_SIZE) if is_short else (_LINES, _SIZE)
    edge, room = (_SHORT_EDGE, _SHORT_HEIGHT) if is_short else (_EDGE, _ROOM_HEIGHT)
    passages = [Passage(_("“{words}”", words=_(line)), "bold", most=_SPOKEN_LINES)] if line else []
    if note and line:
        spoken = len(canvas.blocks(passages, _ROOM, 0)[0].lines)
        passages.append(Passage(note, size=size, most=most - spoken))
        room, edge = room - _BETWEEN, _TIGHT_EDGE
    elif note:
        passages.append(Passage(note, "bold", size, most=most))
    blocks = canvas.blocks(passages, _ROOM, room)
    if line:
        height = blocks[0].height + 2 * edge
        canvas.panels.speech_bubble(_LEFT, top, _WIDTH, height)
        canvas.draw_block(blocks[0], _LEFT + 20, top + edge - 1, "bubble_text")
        top += height + _GAP
    if note:
        height = blocks[-1].height + 2 * edge
        canvas.panels.card(_LEFT, top, _WIDTH, height, radius=18, lip=6)
        canvas.draw_block(blocks[-1], _LEFT + 20, top + edge - 1, "cream")


def draw_bubble_beside_card(canvas: Canvas, line: str, board: BoardView) -> None:
    """Draw the opponent's speech bubble next to the player's card, unless it would cover board cells.

    The bubble is at the right of the card.
    """
    block = canvas.block(_("“{words}”", words=_(line)), BESIDE_ROOM, 4, family="bold")
    place = (_BESIDE_LEFT, _BESIDE_TOP, _BESIDE_WIDTH, block.height + 20)
    if _covers_cells(canvas.transform.rect(*place), board):
        return
    canvas.panels.speech_bubble(*place, tail="left")
    canvas.draw_block(block, _BESIDE_LEFT + 16, _BESIDE_TOP + 10, "bubble_text")


def _covers_cells(rect: pygame.Rect, board: BoardView) -> bool:
    layout = board.layout
    near = rect.inflate(layout.cell, layout.cell)
    return any(near.collidepoint(layout.centre(cell)) for cell in range(len(layout.geometry)))
