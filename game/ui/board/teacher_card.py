"""The teacher's cards: the task and the feedback to the left of the board, the stone picker to the right."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Block, Passage

#: The name of the teacher's portrait.
TEACHER = "owl"

_LEFT, _WIDTH = 24.0, 240.0
_BUBBLE_TOP, _LINE = 226.0, 24.0
#: The lower end of the teacher's column in design pixels.
BOTTOM = 776.0
#: The horizontal margin of the text in design pixels, smaller for larger text.
_EDGE, _SLIM_EDGE = 20.0, 14.0
#: The padding of the bubble and of the answer's card, the answer's header, and the gap between both.
_AROUND_WORDS, _AROUND_ANSWER, _HEAD_OF_ANSWER, _GAP = 66.0, 32.0, 30.0, 18.0
_MOST_LINES = 15
#: The left edge of the cards at the right in design pixels.
RIGHT = 1016.0
#: The top of the stone picker, and the height of its card, in design pixels.
PICKER_TOP, _STONES_HEIGHT = 186.0, 184.0


def paint_teacher(canvas: Canvas, caption: str, number: int, count: int) -> None:
    """Draw the teacher's card with a caption and progress such as "2 of 5", for example the step of a lesson."""
    paint_captioned(canvas, caption, _("{number} of {count}", number=number, count=count))


def paint_captioned(canvas: Canvas, caption: str, words: str) -> None:
    """Draw the teacher's card with a caption and a large text below it."""
    canvas.panels.card(_LEFT, 80, _WIDTH, 116, radius=20, lip=6)
    canvas.face(TEACHER, _LEFT + 66, 138, 82)
    canvas.text(caption, _LEFT + 126, 108, size=15, colour="mist", width=100, height=24)
    canvas.text(
        words,
        _LEFT + 126,
        130,
        family="display",
        size=28,
        colour="cream",
        width=100,
    )


def _edge(canvas: Canvas) -> float:
    return _EDGE if canvas.letters == 1 else _SLIM_EDGE


@dataclass(frozen=True, slots=True)
class BoardTask:
    """A task for the learner: a title and a text, both already translated."""

    title: str
    words: str


def paint_task_text(
    canvas: Canvas, task: BoardTask, feedback: str, verdict: bool | None, bottom: float = BOTTOM
) -> None:
    """Draw the learner's task in a speech bubble, and the teacher's feedback on the latest try below it.

    Both end above ``bottom``.
    """
    words, answer = _set_in_lines(canvas, task, feedback, verdict, bottom)
    height = _AROUND_WORDS + words.height
    canvas.panels.speech_bubble(_LEFT, _BUBBLE_TOP, _WIDTH, height)
    y = _BUBBLE_TOP + 16
    canvas.text(
        task.title,
        _LEFT + _edge(canvas),
        y,
        family="display",
        size=20,
        colour="bubble_text",
        width=_WIDTH - 2 * _edge(canvas),
        smallest=14,
    )
    canvas.draw_block(words, _LEFT + _edge(canvas), y + 34, "bubble_text")
    if answer is not None:
        _paint_answer(canvas, _BUBBLE_TOP + height + _GAP, answer, verdict)


def _set_in_lines(
    canvas: Canvas, task: BoardTask, feedback: str, verdict: bool | None, bottom: float
) -> tuple[Block, Block | None]:
    """Break the task and the teacher's feedback into lines, in the largest size that fits the column."""
    width, room = _WIDTH - 2 * _edge(canvas), bottom - _BUBBLE_TOP - _AROUND_WORDS
    words = Passage(task.words, "bold", most=_MOST_LINES)
    if not feedback:
        return canvas.blocks([words], width, room)[0], None
    room -= _GAP + _AROUND_ANSWER + (_HEAD_OF_ANSWER if verdict else 0)
    before = canvas.blocks([words], width, 0)[0].height
    most = max(1, int((room - before) // _LINE))
    both = canvas.blocks([words, Passage(feedback, most=most)], width, room)
    return both[0], both[1]


def _paint_answer(canvas: Canvas, top: float, answer: Block, verdict: bool | None) -> None:
    height = _AROUND_ANSWER + answer.height + (_HEAD_OF_ANSWER if verdict else 0)
    canvas.panels.card(_LEFT, top, _WIDTH, height, radius=18, lip=6, active=False)
    y = top + 14
    if verdict:
        canvas.icon("check", _LEFT + 30, y + 11, "amber", 20)
        canvas.text(_("Well done"), _LEFT + 48, y - 1, family="display", size=18, colour="amber", width=_WIDTH - 68)
        y += _HEAD_OF_ANSWER
    canvas.draw_block(answer, _LEFT + _edge(canvas), y, "cream")


def paint_stones(canvas: Canvas) -> float:
    """Draw the card behind the stone picker; return the top of the next card in design pixels."""
    canvas.panels.card(RIGHT, 80, _WIDTH, _STONES_HEIGHT)
    canvas.title(_("Your stone"), RIGHT + 22, 92, size=22)
    words = Passage(_("Choose the stone to place: click, Tab or 1, 2, 3."), most=3, leading=1.35)
    (block,) = canvas.blocks([words], _WIDTH - 36, PICKER_TOP - 124)
    canvas.draw_block(block, RIGHT + 20, 122)
    return 80 + _STONES_HEIGHT + 12
