"""The card of keys at the bottom right of a board, with a line for each key."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.painting.canvas import Canvas

_LEFT, _WIDTH, _BOTTOM, _HEIGHT = 1016.0, 240.0, 776.0, 72.0
_EDGE = 6.0
#: The line spacing for two and for more lines, and the maximum extra height for larger text, in design pixels.
_TWO_LINES, _LINE, _LIFT = 22.0, 20.0, 20.0


def draw_keys(canvas: Canvas, lines: Sequence[str]) -> None:
    """Draw the card, a little taller for a larger text size."""
    height = min(_HEIGHT + _LIFT, canvas.tall(_HEIGHT))
    canvas.card(_LEFT, _BOTTOM - height, _WIDTH, height, radius=18, lip=6)
    step = (_TWO_LINES if len(lines) == 2 else _LINE) * height / _HEIGHT
    middle = _BOTTOM - height / 2
    for number, words in enumerate(lines):
        y = middle + (number - (len(lines) - 1) / 2) * step
        room = _WIDTH - 2 * _EDGE
        canvas.text(words, _LEFT + _WIDTH / 2, y, size=14, anchor="center", width=room, height=step, smallest=12)
