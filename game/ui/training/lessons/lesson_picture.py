"""The list of steps beside an introduction."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.language import _
from game.core.lessons import Lesson
from game.ui.board.teacher_card import RIGHT
from game.ui.painting.canvas import Canvas

_WIDTH = 240.0
_TALLEST_ROW, _HEAD = 44.0, 58.0


def paint_steps(canvas: Canvas, lessons: Sequence[Lesson], current: int, done: Sequence[bool], top: float) -> None:
    """Draw the titles of all steps from ``top`` down to the buttons, with a check at finished ones."""
    height = 456 - top
    canvas.card(RIGHT, top, _WIDTH, height, radius=20, lip=6)
    head = _HEAD if height > 200 else 10.0
    if head == _HEAD:
        canvas.title(_("Steps"), RIGHT + 22, top + 14)
    row = min(_TALLEST_ROW, (height - head - 8) / len(lessons))
    for number, lesson in enumerate(lessons):
        _paint_step(canvas, lesson, top + head + number * row, row, (number == current, done[number]))


def _paint_step(canvas: Canvas, lesson: Lesson, top: float, height: float, state: tuple[bool, bool]) -> None:
    is_current, is_done = state
    middle = top + height / 2
    if is_current:
        canvas.chosen_plate(RIGHT + 10, top + 1, _WIDTH - 20, height - 2)
    colour = "amber_text" if is_current else "cream" if is_done else "mist"
    if is_done:
        canvas.icon("check", RIGHT + 28, middle, colour, 15)
    size = 15 if height > 30 else 13
    canvas.text(
        _(lesson.title), RIGHT + 44, middle, family="bold", size=size, colour=colour, anchor="midleft",
        width=184, height=height - 4,
    )  # fmt: skip
