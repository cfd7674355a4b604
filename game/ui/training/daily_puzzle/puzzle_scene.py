"""The scene of a puzzle: the player tries turns, the opponent replies, and the next puzzle follows."""

from __future__ import annotations

from functools import partial

from game.core.language import _, join_sentences, plural
from game.core.ruleset import meant_cell
from game.session.play_on import TakeOver
from game.session.texts import options_text
from game.training.daily_puzzle.puzzle_attempt import TASKS, TITLES, WINS, PuzzleAttempt
from game.training.daily_puzzle.visit import HINTS, Run, Visit
from game.training.puzzles.puzzle import PuzzleTheme
from game.ui.analysis.board.opening import analyse_study
from game.ui.analysis.mistakes.judged_scene import JudgedScene
from game.ui.board.board_buttons import draw_keys, leave_button
from game.ui.board.board_view import BoardView
from game.ui.board.stones_left import draw_hands_and_points
from game.ui.board.teacher_card import BOTTOM, RIGHT, BoardTask, paint_captioned, paint_stones, paint_task_text
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.dialogs import show_notice
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button

_WIDTH, _BOTTOM = 240.0, 456.0
_LAMPS = 36.0
#: Seconds before the opponent's reply, and seconds for which a wrong turn and its refutation are shown.
_ANSWER_SECONDS, _REFUTED_SECONDS = 0.7, 2.8
#: Largest number of lamps in the row.
_MOST_LAMPS = 9


class PuzzleScene(JudgedScene[TakeOver | None]):
    """Scene in which the player solves the puzzles of a session, which has at least one.

    It finishes with a position to play on from, or None.
    """

    exercise: PuzzleAttempt

    def __init__(self, app: App, visit: Visit, heading: str, run: Run | None = None) -> None:
        super().__init__(app)
        self.visit, self.run = visit, run
        self._heading = heading
        self._answer_wait = 0.0
        self._second = 0
        self._is_over = False
        """True once the closing dialog of the visit was shown."""
        self._begin()

    def _begin(self) -> None:
        attempt = self.visit.attempt
        assert attempt is not None
        self._shown = False
        self._answer_wait = 0.0
        self.board = BoardView(
            attempt.match.ruleset.info, self.tweens, self.repaint, partial(meant_cell, attempt.match.ruleset)
        )
        self._take_up(attempt)
        self.app.services.preparation.prioritise(self.subject.info.id)

    def exit(self) -> None:
        """Stop the engine that judges the puzzles."""
        self.visit.stop()
        super().exit()

    # Layout

    def buttons(self) -> list[Button]:
        rect = self.stage.rect
        leave = leave_button(self.stage, lambda: self.finish(None))
        if self.exercise.is_solved or self._shown:
            ahead = Button(
                rect(1016, 484, 240, 52), _("Next"), self._proceed, kind="primary", icon="play", use=keys.NEXT_STEP
            )
            explore = Button(rect(1016, 556, 240, 48), _("Explore"), self._explore, size=18, use=keys.ANALYSE)
            # While the clock of a run is ticking, there is no time to explore.
            return [leave, ahead, *([explore] if self.run is None else [])]
        picks = self.picker.buttons(self.stage, self._pick)
        kinds = ("ghost", "primary") if self.pending.is_complete else ("primary", "ghost")
        play = self._play_button(rect(1016, 556, 240, 48), kinds[1])
        if self.run is not None:
            skip = Button(rect(1016, 484, 240, 52), _("Skip"), self._skip, kind=kinds[0])
            return [leave, *picks, skip, *play]
        hint = Button(rect(1016, 484, 240, 52), _("Hint"), self._hint, kind=kinds[0], icon="hint", use=keys.SHOW_ME)
        hint.enabled = self.visit.hints < HINTS and self.exercise.person_to_move
        hint.why = _("There are no more hints, but you can see the solution.")
        show = Button(rect(1016, 624, 240, 48), _("Show me"), self._show_me, size=18)
        return [leave, *picks, hint, *play, show]

    # Answers

    def _answered(self, verdict: bool) -> None:
        self.feedback = self.exercise.feedback
        if not verdict:
            self._fail()
        elif self.exercise.is_solved:
            self._solve()
        else:
            self._answer_wait = _ANSWER_SECONDS

    def _fail(self) -> None:
        self.visit.failed()
        stones = self.exercise.refutation()
        self.board.suggest(stones)
        self._return_wait = _REFUTED_SECONDS if stones else self._return_wait
        if self.run is not None:
            self.run.miss()

    def _solve(self) -> None:
        self.visit.solved()
        if self.run is not None:
            self.run.solve()
            self._answer_wait = _ANSWER_SECONDS

    def tick(self, seconds: float) -> None:
        """Judge the player's turn with the engine, play the reply after a pause, and time a timed run."""
        super().tick(seconds)
        if self._answer_wait > 0:
            self._answer_wait -= seconds
            if self._answer_wait <= 0:
                self._proceed()
        self._pass_time(seconds)

    def _pass_time(self, seconds: float) -> None:
        if self.run is None or self._is_over:
            return
        self.run.tick(seconds)
        if self.run.is_over:
            self._close_visit()
        elif round(self.run.left) != self._second:
            self._second = round(self.run.left)
            self.repaint()

    def _defend(self) -> None:
        """Play the opponent's reply in the puzzle, or finish the puzzle if there is none."""
        answer = self.exercise.answer()
        if answer is None:
            self._solve()
        else:
            self.board.animate(answer.events)
            self.pending.clear()
            self.picker.reset_for_position()
            self.feedback = ""
        self.refresh()

    # Hints

    def _hint(self) -> None:
        step = self.visit.hint()
        if step == 1:
            self.feedback = self._theme_text
        elif step == 2:
            self.feedback = _("Place a stone on one of the marked cells.")
            self._light(self.exercise.hint_cells())
        else:
            self.feedback = _("The solution begins here.")
            self._light(self.exercise.first_stones()[:1])
        self.refresh()

    @property
    def _theme_text(self) -> str:
        theme = self.exercise.puzzle.theme
        if theme in WINS:
            left = self.exercise.turns - self.exercise.solved_turns
            turns = plural("Find {count} winning turn.", "Find {count} winning turns.", left)
            return join_sentences((_(TASKS[theme]), turns))
        if theme is PuzzleTheme.DEFEND:
            return _("Your opponent threatens a forced win. Only one turn stops it.")
        return _("Count the points each move gives you, and those it lets your opponent score.")

    def _show_me(self) -> None:
        if self.exercise.verdict is False or self.exercise.is_judging:
            self._take_back()
        self.visit.solution_shown()
        self._shown = True
        self._light(self.exercise.first_stones())
        self.feedback = _("The solution: {moves}.", moves=" ".join(self.exercise.line_moves()))
        self.refresh()

    # Navigation

    def _proceed(self) -> None:
        self._answer_wait = 0.0
        self.tweens.finish()
        if self._is_over:
            return
        if self.run is not None and self.run.is_over:
            self._close_visit()
        elif self.exercise.awaits_answer:
            self._defend()
        elif self.visit.proceed():
            self._begin()
            self.arrange()
        else:
            self._close_visit()

    def _explore(self) -> None:
        """Open the puzzle with its solutions on the analysis board."""
        analyse_study(self.app, self.exercise.study(_("Puzzle")), self._leave_exploring)

    def _leave_exploring(self, taken_over: TakeOver | None) -> None:
        if taken_over is not None:
            self.finish(taken_over)

    def _skip(self) -> None:
        self.visit.failed()
        if self.run is not None:
            self.run.miss()
        self._proceed()

    def _take_back(self) -> None:
        self.board.suggest(())
        super()._take_back()
        if self.run is not None and self.visit.wrong_tries and not self.run.is_over:
            self._proceed()

    def _close_visit(self) -> None:
        """Show the closing dialog of the puzzle session, then leave the scene."""
        self._is_over = True
        show_notice(self.app, *self._closing_texts(), lambda: self.finish(None))

    def _closing_texts(self) -> tuple[str, str]:
        """Return the title and the sentence of the dialog that ends a puzzle session."""
        if self.run is not None:
            text = plural("You solved {count} puzzle.", "You solved {count} puzzles.", self.run.solved)
            return _("Time is up") if self.run.is_over else _("All done"), text
        if self.visit.terms.day is None:
            alone, count = sum(score == 1 for score in self.visit.scores), len(self.visit.scores)
            text = _("You solved {alone} of {count} puzzles by yourself.", alone=alone, count=count)
            return _("All done"), text
        if self._shown:
            return _("The solution was shown"), _("Come back and solve the puzzle yourself whenever you like.")
        alone = self.visit.score == 1
        text = _("You solved the puzzle by yourself.") if alone else _("You solved the puzzle in the end.")
        return _("Daily puzzle solved") if self.visit.is_saved else _("Correct, but not saved yet"), text

    # Pictures

    @property
    def _answer(self) -> str:
        """Text of the teacher's speech bubble; "Solved!" only appears once the result is saved."""
        return _("Solved!") if self.exercise.is_solved and self.visit.is_saved else super()._answer

    def paint(self, canvas: Canvas) -> None:
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        canvas.heading(self._heading, 292, 39, 700)
        self.board.paint(canvas)
        if self.run is None:
            paint_captioned(canvas, _("Puzzle"), str(len(self.visit.scores) + (self.visit.score is None)))
        else:
            left = round(self.run.left)
            paint_captioned(canvas, _("Time"), f"{left // 60}:{left % 60:02}")
        paint_task_text(canvas, self._task, self._answer, self.exercise.verdict, self._paint_hands(canvas))
        top = paint_stones(canvas) if self.subject.info.names_stone else 80.0
        self._paint_facts(canvas, top)
        draw_keys(canvas, (self._enter_text, _("F1: rules  ·  Esc: leave")))

    @property
    def _enter_text(self) -> str:
        if self.exercise.is_solved:
            return _("Enter: continue")
        return _("Enter: place  ·  H: hints") if self.run is None else _("Enter: place a stone")

    @property
    def _task(self) -> BoardTask:
        return BoardTask(_("Find the solution"), self.exercise.task)

    def _paint_hands(self, canvas: Canvas) -> float:
        """Draw both sides' remaining stones and points in a puzzle about points.

        Return the bottom edge for the text above.
        """
        if self.exercise.puzzle.theme is not PuzzleTheme.MOST_POINTS:
            return BOTTOM
        return draw_hands_and_points(canvas, self.subject.info, self.exercise.match.state, BOTTOM) - 14

    def _paint_facts(self, canvas: Canvas, top: float) -> None:
        canvas.panels.card(RIGHT, top, _WIDTH, _BOTTOM - top, radius=20, lip=6)
        canvas.title(_(self.subject.info.title), RIGHT + 22, top + 14, size=22, width=_WIDTH - 44)
        y = top + canvas.tall(44)
        passages = [Passage(words, size=15, most=2) for words in self._facts()]
        for block in canvas.blocks(passages, _WIDTH - 44, _BOTTOM - _LAMPS - y - 4 * len(passages)):
            y = canvas.draw_block(block, RIGHT + 22, y, "soft") + 4
        self._paint_lamps(canvas)

    def _facts(self) -> list[str]:
        """Return texts about the puzzle: options, the player's rating and, at its end, theme and rating."""
        facts = [options_text(self.subject.info, self.exercise.match.options), self.visit_text]
        if self.visit.score is not None and self.visit.entry is not None:
            theme = _(TITLES[self.exercise.puzzle.theme])
            facts.append(_("{theme}, {rating}", theme=theme, rating=self.visit.entry.rating))
        return [fact for fact in facts if fact]

    @property
    def visit_text(self) -> str:
        """A text with the player's puzzle rating and its change, or the number of puzzles solved in a run."""
        if self.run is not None:
            return plural("{count} puzzle solved", "{count} puzzles solved", self.run.solved)
        if not self.visit.terms.is_rated or self.visit.store is None:
            return ""
        if not self.visit.is_saved:
            return _("Your rating is not saved yet.")
        rating = round(self.visit.player_rating.elo)
        if not self.visit.change:
            return _("Your rating: {rating}", rating=rating)
        return _("Your rating: {rating} ({change})", rating=rating, change=f"{round(self.visit.change):+}")

    def _paint_lamps(self, canvas: Canvas) -> None:
        """Draw a lamp for each of the last puzzles, coloured by its score: full, partial, or none."""
        scores = self.visit.scores[-_MOST_LAMPS:]
        for number, score in enumerate(scores):
            x = RIGHT + _WIDTH / 2 + (number - (len(scores) - 1) / 2) * 24
            colour = "amber" if score == 1 else "teal" if score else "coral"
            canvas.lights.bulb(x, _BOTTOM - 19, 11, colour, lit=True)
