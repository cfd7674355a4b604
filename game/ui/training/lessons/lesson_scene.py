"""An interactive introduction to a game: the player completes each step by a move on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core.language import _
from game.core.lessons import Lesson
from game.core.model import Place
from game.core.ruleset import Ruleset, meant_cell
from game.session.exercise import Exercise
from game.storage.introductions import finish_introduction
from game.ui.board.board_buttons import TOP, draw_keys
from game.ui.board.board_view import BoardView
from game.ui.board.exercise_scene import ExerciseScene
from game.ui.board.opening_dialog import ask_choice
from game.ui.board.teacher_card import RIGHT, BoardTask, paint_stones, paint_task_text, paint_teacher
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button

_WIDTH = 240.0
_TALLEST_ROW, _HEAD = 44.0, 58.0


def paint_steps(canvas: Canvas, lessons: Sequence[Lesson], current: int, done: Sequence[bool], top: float) -> None:
    """Draw the titles of an introduction's steps, with a check mark at finished ones.

    They fill the space from ``top`` down to the buttons.
    """
    height = 456 - top
    canvas.panels.card(RIGHT, top, _WIDTH, height, radius=20, lip=6)
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
        canvas.panels.chosen_plate(RIGHT + 10, top + 1, _WIDTH - 20, height - 2)
    colour = "amber_text" if is_current else "cream" if is_done else "mist"
    if is_done:
        canvas.icon("check", RIGHT + 28, middle, colour, 15)
    size = 15 if height > 30 else 13
    canvas.text(
        _(lesson.title), RIGHT + 44, middle, family="bold", size=size, colour=colour, anchor="midleft",
        width=184, height=height - 4,
    )  # fmt: skip


class LessonScene(ExerciseScene[bool]):
    """Scene of an introduction to a game.

    It finishes with True to start a first game.
    """

    exercise: Exercise

    def __init__(self, app: App, ruleset: Ruleset) -> None:
        super().__init__(app)
        self.ruleset = ruleset
        self.lessons = ruleset.info.introduction
        self.step = 0
        self._done = [False] * len(self.lessons)
        self.board = BoardView(ruleset.info, self.tweens, self.repaint, partial(meant_cell, ruleset))
        self._begin(0)

    @property
    def subject(self) -> Ruleset:
        return self.ruleset

    def _begin(self, step: int) -> None:
        self.step = step
        self._take_up(Exercise(self.ruleset, self.lessons[step]))

    def _go_to(self, step: int) -> None:
        self.tweens.finish()
        self._begin(step)
        self.arrange()
        self._open_choice()

    # Layout

    def enter(self) -> None:
        """Open the dialog of the lesson's first step if that step is an opening decision."""
        super().enter()
        self._open_choice()

    def buttons(self) -> list[Button]:
        rect = self.stage.rect
        leave = Button(
            rect(24, TOP, 48, 44), "", lambda: self.finish(False), icon="home", tip=_("Back to the menu"), use=keys.BACK
        )
        back = Button(
            rect(1016, 624, 128, 48), _("Back"), self._back, icon="arrow_left", size=18, enabled=self.step > 0
        )
        back.why = _("This is the first step.")
        skip = Button(rect(1152, 624, 104, 48), _("Skip"), self._proceed, kind="flat", size=18)
        picks = self.picker.buttons(self.stage, self._pick)
        if self.exercise.verdict:
            label = _("Finish") if self.step == len(self.lessons) - 1 else _("Next")
            ahead = Button(
                rect(1016, 484, 240, 52), label, self._proceed, kind="primary", icon="play", use=keys.NEXT_STEP
            )
            return [leave, ahead, back]
        kinds = ("ghost", "primary") if self.pending.is_complete else ("primary", "ghost")
        show = Button(
            rect(1016, 484, 240, 52), _("Show me"), self._show_me, kind=kinds[0], icon="hint", use=keys.SHOW_ME
        )
        rows = [leave, *picks, show, *self._play_button(rect(1016, 556, 240, 48), kinds[1])]
        if self._is_choice and not self.pending.is_laid_out:
            rows.append(Button(rect(1016, 556, 240, 48), _("Choose"), self._open_choice))
        return [*rows, back, skip]

    # Choices

    @property
    def _is_choice(self) -> bool:
        return self.exercise.person_to_move and not self.match.state.colour

    def _use(self, cell: int, *, by_hand: bool) -> None:
        if self._is_choice:
            self._open_choice()
        else:
            super()._use(cell, by_hand=by_hand)

    def _open_choice(self) -> None:
        """If the lesson's step is an opening decision, open the same dialog for it as in a real game."""
        if self._is_choice:
            ask_choice(self.app, self.exercise, self.app.services.player_name(), self._take)

    # Results

    def _answered(self, verdict: bool) -> None:
        lesson = self.exercise.lesson
        self.feedback = _(lesson.well if verdict else lesson.again)
        self._done[self.step] |= verdict

    def _show_me(self) -> None:
        moves = self.exercise.solution()
        self.pending.clear()
        stones = tuple(move for move in moves if isinstance(move, Place))
        for stone in stones[:1]:
            self.picker.choose(stone.stone)
        self.board.suggest(stones)
        self.feedback = _("This is the move. Now you try.") if stones else _("Every choice is fine here.")
        self.refresh()
        if not stones:
            self._open_choice()

    # Navigation

    def _back(self) -> None:
        self._go_to(self.step - 1)

    def _proceed(self) -> None:
        if self.step + 1 < len(self.lessons):
            self._go_to(self.step + 1)
            return
        if all(self._done):
            finish_introduction(self.app.services.database, self.ruleset.info.id)
        text = _("That is all you need to know. The rest comes with practice; F1 shows the rules at any time.")
        title = _("You know {game}!", game=_(self.ruleset.info.title))
        play = DialogAnswer(_("Play your first game"), lambda: self.finish(True))
        ask(self.app, title, text, play, DialogAnswer(_("Back to the menu"), lambda: self.finish(False)))

    # Pictures

    def paint(self, canvas: Canvas) -> None:
        info, lesson = self.ruleset.info, self.exercise.lesson
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        canvas.heading(_("Learn {game}", game=_(info.title)), 292, 39, 700)
        self.board.paint(canvas)
        paint_teacher(canvas, _("Step"), self.step + 1, len(self.lessons))
        paint_task_text(canvas, BoardTask(_(lesson.title), _(lesson.words)), self._answer, self.exercise.verdict)
        top = paint_stones(canvas) if info.names_stone else 80.0
        paint_steps(canvas, self.lessons, self.step, self._done, top)
        enter = _("Enter: continue") if self.exercise.verdict else _("Enter: place  ·  H: show move")
        draw_keys(canvas, (enter, _("F1: rules  ·  Esc: leave")))
