"""How a step of an introduction looks: the teacher and her words at the left, the steps at the right."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.language import _
from game.core.lessons import Lesson
from game.ui.canvas import Canvas

#: Who teaches: a portrait.
TEACHER = "owl"

_LEFT, _WIDTH = 24.0, 240.0
_BUBBLE_TOP, _LINE = 226.0, 24.0
_BOTTOM = 776.0
_ROOM = _WIDTH - 40
_MOST_LINES = 15
_STEPS_LEFT = 1016.0
_TALLEST_ROW, _HEAD = 44.0, 58.0


def paint_teacher(canvas: Canvas, number: int, count: int) -> None:
    """The teacher's card, with the number of the step."""
    canvas.card(_LEFT, 80, _WIDTH, 116, radius=20, lip=6)
    canvas.face(TEACHER, _LEFT + 66, 138, 82)
    canvas.text(_("Step"), _LEFT + 126, 108, size=15, colour="mist")
    canvas.text(
        _("{number} of {count}", number=number, count=count),
        _LEFT + 126,
        130,
        family="display",
        size=28,
        colour="cream",
        width=100,
    )


def paint_words(canvas: Canvas, lesson: Lesson, said: str, verdict: bool | None) -> None:
    """What there is to do in a speech bubble, and below it what the teacher says to the latest try."""
    lines = canvas.lines(_(lesson.words), _ROOM, _MOST_LINES, family="bold")
    height = 34 + 32 + len(lines) * _LINE
    canvas.painter.speech_bubble(canvas.target, canvas.stage.rect(_LEFT, _BUBBLE_TOP, _WIDTH, height))
    y = _BUBBLE_TOP + 16
    canvas.text(
        _(lesson.title), _LEFT + 20, y, family="display", size=20, colour="bubble_text", width=_ROOM, smallest=14
    )
    for line in lines:
        canvas.text(line, _LEFT + 20, y + 34, family="bold", colour="bubble_text")
        y += _LINE
    if said:
        _paint_answer(canvas, _BUBBLE_TOP + height + 18, said, verdict)


def _paint_answer(canvas: Canvas, top: float, said: str, verdict: bool | None) -> None:
    most = int((_BOTTOM - top - 32) // _LINE)
    lines = canvas.lines(said, _ROOM, most)
    height = min(_BOTTOM - top, 32 + len(lines) * _LINE + (30 if verdict else 0))
    canvas.card(_LEFT, top, _WIDTH, height, radius=18, lip=6, active=False)
    y = top + 14
    if verdict:
        canvas.painter.icon(canvas.target, "check", canvas.stage.point(_LEFT + 30, y + 11), "amber", 20)
        canvas.text(_("Well done"), _LEFT + 48, y - 1, family="display", size=18, colour="amber", width=_ROOM - 28)
        y += 30
    for line in lines:
        canvas.text(line, _LEFT + 20, y, colour="cream")
        y += _LINE


def paint_steps(canvas: Canvas, lessons: Sequence[Lesson], current: int, done: Sequence[bool], top: float) -> None:
    """The titles of all steps from ``top`` to above the buttons, with a check at those that are done."""
    height = 456 - top
    canvas.card(_STEPS_LEFT, top, _WIDTH, height, radius=20, lip=6)
    head = _HEAD if height > 200 else 10.0
    if head == _HEAD:
        canvas.title(_("Steps"), _STEPS_LEFT + 22, top + 14)
    row = min(_TALLEST_ROW, (height - head - 8) / len(lessons))
    for number, lesson in enumerate(lessons):
        _paint_step(canvas, lesson, top + head + number * row, row, (number == current, done[number]))


def _paint_step(canvas: Canvas, lesson: Lesson, top: float, height: float, state: tuple[bool, bool]) -> None:
    is_current, is_done = state
    middle = top + height / 2
    if is_current:
        place = canvas.stage.rect(_STEPS_LEFT + 10, top + 1, _WIDTH - 20, height - 2)
        canvas.painter.chosen_plate(canvas.target, place)
    colour = "amber_text" if is_current else "cream" if is_done else "mist"
    if is_done:
        canvas.painter.icon(canvas.target, "check", canvas.stage.point(_STEPS_LEFT + 28, middle), colour, 15)
    size = 15 if height > 30 else 13
    canvas.text(
        _(lesson.title), _STEPS_LEFT + 44, middle, family="bold", size=size, colour=colour, anchor="midleft", width=180
    )
