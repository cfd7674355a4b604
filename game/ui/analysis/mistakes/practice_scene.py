"""Practice scene in which the player looks for a better turn than each past mistake."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.language import _, join_sentences
from game.core.model import Place
from game.core.ruleset import meant_cell
from game.library.study.study import Study
from game.session.play_on import TakeOver
from game.session.texts import options_text
from game.training.mistakes.practice import PracticeRound
from game.training.mistakes.question import FindBetter, study_of_mistake
from game.training.mistakes.scheduling import Recall
from game.ui.analysis.mistakes.judged_scene import JudgedScene
from game.ui.analysis.mistakes.mistake_texts import cost_text, facts, played_text
from game.ui.board.board_buttons import draw_keys, leave_button
from game.ui.board.board_view import BoardView
from game.ui.board.teacher_card import RIGHT, BoardTask, paint_stones, paint_task_text, paint_teacher
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask, show_notice
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button

#: Number of hints: the missed threat, and the first stone.
_HINTS = 2
_WIDTH, _BOTTOM = 240.0, 456.0
#: Height of the row of lamps at the bottom.
_LAMPS = 36.0


def ask_to_remove(app: App, remove: Callable[[], None]) -> None:
    """Ask the player whether to delete a mistake, and call ``remove`` to delete it."""
    text = _("You will not practise this mistake again, even if you analyse the game again.")
    ask(
        app,
        _("Remove this mistake from your list?"),
        text,
        DialogAnswer(_("Keep")),
        DialogAnswer(_("Remove mistake"), remove),
        escape=0,
    )


#: Opens a study on the analysis board, and calls a function with a position to play on from, or None.
Explore = Callable[[Study, Callable[[TakeOver | None], None]], None]


class PracticeScene(JudgedScene[TakeOver | None]):
    """Scene of a practice round with the player's mistakes, with hints and solutions.

    It finishes with a position to play on from, or None.
    """

    exercise: FindBetter

    def __init__(self, app: App, practice: PracticeRound, heading: str, explore: Explore) -> None:
        """Ask the mistakes of a round; ``explore`` opens the analysis board."""
        super().__init__(app)
        self._open_study = explore
        self.practice = practice
        self._heading = heading
        self._shown = False
        self._begin()

    def _begin(self) -> None:
        self._shown = False
        question = self.practice.question
        self.board = BoardView(
            question.match.ruleset.info, self.tweens, self.repaint, partial(meant_cell, question.match.ruleset)
        )
        self._take_up(question)
        self.app.services.preparation.prioritise(self.subject.info.id)

    def exit(self) -> None:
        """Stop the engine that judges the exercises."""
        self.practice.question.stop()
        super().exit()

    # Layout

    @property
    def _is_answered(self) -> bool:
        return bool(self.exercise.verdict)

    def buttons(self) -> list[Button]:
        rect = self.stage.rect
        leave = leave_button(self.stage, lambda: self.finish(None))
        remove = Button(rect(1016, 624, 240, 48), _("Remove mistake"), self._ask_remove, kind="flat", size=18)
        removals = [remove] if self.practice.is_stored else []
        if self._is_answered:
            return [leave, self._ahead(), self._explore_button(), *removals]
        kinds = ("ghost", "primary") if self.pending.is_complete else ("primary", "ghost")
        hint = Button(rect(1016, 484, 240, 52), _("Hint"), self._hint, kind=kinds[0], icon="hint", use=keys.SHOW_ME)
        hint.enabled = self.practice.hints < _HINTS
        hint.why = _("There are no more hints, but you can see the solution.")
        show = Button(rect(1016, 624, 128, 48), _("Show me"), self._show_me, size=18)
        skip = Button(rect(1152, 624, 104, 48), _("Skip"), self._proceed, kind="flat", size=18)
        after = [self._ahead(), *removals] if self._shown else [hint, show, skip]
        picks = self.picker.buttons(self.stage, self._pick)
        middle = self._play_button(rect(1016, 556, 240, 48), kinds[1])
        if self._shown and not middle:
            middle = [self._explore_button()]
        return [leave, *picks, after[0], *middle, *after[1:]]

    def _ahead(self) -> Button:
        label = _("Finish") if self.practice.is_last else _("Next")
        place = self.stage.rect(1016, 484, 240, 52)
        return Button(place, label, self._proceed, kind="primary", icon="play", use=keys.NEXT_STEP)

    def _explore_button(self) -> Button:
        place = self.stage.rect(1016, 556, 240, 48)
        return Button(place, _("Explore"), self._explore, size=18, use=keys.ANALYSE)

    # Answers

    def _answered(self, verdict: bool) -> None:
        self.feedback = self.exercise.feedback
        if verdict:
            self.practice.passed()
        else:
            self.practice.failed()

    def _hint(self) -> None:
        """Show the next hint: first what the mistake missed, then the first stone of the better turn.

        If nothing was missed, the first hint already shows the stone.
        """
        step = self.practice.hint()
        stones = [move for move in self.exercise.solution() if isinstance(move, Place)]
        text = self.exercise.overlooked if step == 1 or not stones else ""
        if text or not stones:
            self.feedback = text or _("There was a stronger move.")
        else:
            if step == 1:
                self.practice.hint()
            self._light(stones[:1])
            self.feedback = _("The solution begins here.")
        self.refresh()

    def _show_me(self) -> None:
        if self.exercise.verdict is False or self.exercise.is_judging:
            self._take_back()
        self.practice.solution_shown()
        self._shown = True
        stones = [move for move in self.exercise.solution() if isinstance(move, Place)]
        if stones:
            self._light(stones)
        self.feedback = self.exercise.explanation
        self.refresh()

    # Navigation

    def _proceed(self) -> None:
        self.tweens.finish()
        if self.practice.is_last:
            self._close_round()
            return
        self.practice.go(self.practice.index + 1)
        self._begin()
        self.arrange()

    def _explore(self) -> None:
        """Open the position before the mistake on the analysis board, with the better line and the game's."""
        self._open_study(study_of_mistake(self.subject, self.exercise.mistake), self._come_back)

    def _come_back(self, taken_over: TakeOver | None) -> None:
        if taken_over is not None:
            self.finish(taken_over)

    def _ask_remove(self) -> None:
        ask_to_remove(self.app, self._remove)

    def _remove(self) -> None:
        self.practice.remove()
        self._proceed()

    def _close_round(self) -> None:
        """Show the result of the practice round, then leave the scene."""
        alone = sum(answer is Recall.ALONE for answer in self.practice.answers)
        count = len(self.practice.answers)
        text = _("You found {alone} of {count} better moves by yourself.", alone=alone, count=count)
        if self.practice.is_stored:
            text = join_sentences((text, _("Each mistake comes back for practice when it is due.")))
        show_notice(self.app, _("All done"), text, lambda: self.finish(None))

    # Pictures

    def paint(self, canvas: Canvas) -> None:
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        canvas.heading(self._heading, 292, 39, 700)
        self.board.paint(canvas)
        practice = self.practice
        paint_teacher(canvas, _("Mistake"), practice.index + 1, len(practice.mistakes))
        paint_task_text(canvas, self._task, self._answer, self.exercise.verdict)
        top = paint_stones(canvas) if self.subject.info.names_stone else 80.0
        self._paint_facts(canvas, top)
        enter = _("Enter: continue") if self._is_answered else _("Enter: place  ·  H: hints")
        draw_keys(canvas, (enter, _("F1: rules  ·  Esc: leave")))

    @property
    def _task(self) -> BoardTask:
        text = _("{played} was not the best move.", played=played_text(self.exercise.mistake))
        text = join_sentences((_("{name} to move.", name=self.exercise.side), text))
        return BoardTask(_("Find a better move"), text)

    def _paint_facts(self, canvas: Canvas, top: float) -> None:
        """Draw the facts about the mistake, and the progress of the practice round."""
        mistake = self.exercise.mistake
        canvas.panels.card(RIGHT, top, _WIDTH, _BOTTOM - top, radius=20, lip=6)
        canvas.title(_(self.subject.info.title), RIGHT + 22, top + 14, size=22, width=_WIDTH - 44)
        y = top + canvas.tall(44)
        rules = options_text(self.subject.info, self.exercise.match.options)
        sentences = (rules, *facts(mistake, self.subject), cost_text(mistake))
        passages = [Passage(words, size=15, most=2) for words in sentences if words]
        for block in canvas.blocks(passages, _WIDTH - 44, _BOTTOM - _LAMPS - y - 4 * len(passages)):
            y = canvas.draw_block(block, RIGHT + 22, y, "soft") + 4
        self._paint_round(canvas)

    def _paint_round(self, canvas: Canvas) -> None:
        """Draw a light for each exercise of the round; its colour shows if it was solved without help."""
        answers = self.practice.answers
        step = min(24.0, (_WIDTH - 60) / max(1, len(answers) - 1))
        for number, answer in enumerate(answers):
            x = RIGHT + _WIDTH / 2 + (number - (len(answers) - 1) / 2) * step
            colour = "amber" if answer is Recall.ALONE else "coral" if answer is not None else "mist"
            size = 15 if number == self.practice.index else 10
            canvas.lights.bulb(x, _BOTTOM - 19, size, colour, lit=answer is not None)
