"""The card on the analysis board that says what the last move did, why it was good or bad, and what was better."""

from __future__ import annotations

from game.analysis.review.judgement import MoveClass
from game.core.language import count_columns
from game.ui.analysis.board.move_marks import draw_class
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage

#: Place of the card: x, y, width and height.
PLACE = (800.0, 494.0, 456.0, 104.0)
#: Place of the button that shows the better line on the board.
SHOW = (1168.0, 567.0, 80.0, 24.0)
_EDGE, _MARK = 14.0, 20.0
#: Number of columns of a text beyond which it is set smaller, in a line more.
_LONG = 110


def draw_why(canvas: Canvas, title: str, words: str, kind: MoveClass, *, has_line: bool, hollow: bool) -> None:
    """Draw the card with a title and its explanation, and the mark of a move's quality ``kind``.

    ``has_line`` is True if a button beside the text shows a variation, ``hollow`` if the judgement is provisional.
    """
    x, y, width, height = PLACE
    canvas.panels.plate(x, y, width, height, colour="bubble_top", bottom="bubble_bottom", radius=16)
    left = x + _EDGE
    if kind is not MoveClass.UNJUDGED and title:
        draw_class(canvas, kind, left + _MARK / 2, y + 18, _MARK, hollow=hollow)
        left += _MARK + 8
    room = width - 2 * _EDGE
    if not title:
        block = canvas.block(words, room, 4, height - 16, size=14)
        canvas.draw_block(block, x + _EDGE, y + (height - block.height) / 2, "bubble_text")
        return
    canvas.text(title, left, y + 18, family="bold", size=15, colour="bubble_text", anchor="midleft",
                width=x + width - _EDGE - left, smallest=10)  # fmt: skip
    width = room - (SHOW[2] + 8 if has_line else 0)
    is_long = count_columns(words) > _LONG
    passage = Passage(words, size=12, most=4, leading=1.38) if is_long else Passage(words, size=13, most=3)
    (block,) = canvas.blocks([passage], width, height - 36)
    canvas.draw_block(block, x + _EDGE, y + 32, "bubble_text")
