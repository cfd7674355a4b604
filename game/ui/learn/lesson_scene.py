"""A playable introduction: each step is completed by making a move on the real board."""

from __future__ import annotations

import pygame

from game.core.language import _
from game.core.match import Command, Match
from game.core.model import Choose, Place, Reason
from game.core.ruleset import Ruleset
from game.session.at_table import Moved
from game.session.exercise import Exercise
from game.session.pending_turn import GhostHand, PendingTurn
from game.store.introductions import finish_introduction
from game.ui.board.board_buttons import TOP, play_words
from game.ui.board.board_scene import BoardScene
from game.ui.board.board_view import BoardView
from game.ui.board.keys_card import draw_keys
from game.ui.board.opening_dialog import ChoiceScene, choices_at
from game.ui.board.stone_picker import StonePicker
from game.ui.learn import lesson_picture
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import PRESS_KEYS, Button

#: Seconds that a wrong stone stays on the board before it is taken back.
_RETURN_SECONDS = 1.2
_PLAY = "play"


class LessonScene(BoardScene[str]):
    """The steps of a ruleset's introduction; finishes with "play" when the learner wants a first game, else with ""."""

    def __init__(self, app: App, ruleset: Ruleset) -> None:
        super().__init__(app)
        self.ruleset = ruleset
        self.lessons = ruleset.info.introduction
        self.step = 0
        self._done = [False] * len(self.lessons)
        self.board = BoardView(ruleset.info, self.tweens, self.repaint)
        self._begin(0)

    @property
    def subject(self) -> Ruleset:
        """The game that is taught."""
        return self.ruleset

    @property
    def match(self) -> Match:
        """The match of the step."""
        return self.exercise.match

    def _begin(self, step: int) -> None:
        self.step = step
        self.exercise = Exercise(self.ruleset, self.lessons[step])
        self.board.suggest(())
        self.pending = PendingTurn(self.exercise)
        self._hand = GhostHand(self.pending)
        self.picker = StonePicker(self.exercise, lesson_picture.PICKER_TOP)
        self.said = ""
        """The teacher's answer to the latest try."""
        self._return_wait = 0.0

    def _go_to(self, step: int) -> None:
        self.tweens.finish()
        self._begin(step)
        self.arrange()
        self._open_choice()

    # Layout

    def enter(self) -> None:
        """Begin the first step, which may be a choice."""
        super().enter()
        self._open_choice()

    def _show_game(self) -> None:
        state = self.exercise.match.state
        self.board.show(state, self.ruleset.marks(state))
        self.board.ghosts = self.pending.moves
        wants_stone = self.exercise.person_to_move and not self.pending.is_complete
        self.board.stone = self.picker.letter if wants_stone else ""

    def buttons(self) -> list[Button]:
        """The way out, the kinds of stone in hand, and what can be done in the step."""
        rect = self.stage.rect
        leave = Button(
            rect(24, TOP, 48, 44),
            "",
            lambda: self.finish(""),
            icon="home",
            keys=keys.BACK.keys,
            tip=_("Back to the fair"),
        )
        back = Button(
            rect(1016, 624, 128, 48), _("Back"), self._back, icon="arrow_left", size=18, enabled=self.step > 0
        )
        back.why = _("This is the first step.")
        skip = Button(rect(1152, 624, 104, 48), _("Skip"), self._next, kind="flat", size=18)
        picks = self.picker.buttons(self.stage, self._pick)
        if self.exercise.verdict:
            label = _("Finish") if self.step == len(self.lessons) - 1 else _("Next")
            ahead = Button(
                rect(1016, 484, 240, 52), label, self._next, kind="primary", icon="play", keys=keys.NEXT_STEP.keys
            )
            return [leave, ahead, back]
        kinds = ("ghost", "primary") if self.pending.is_complete else ("primary", "ghost")
        show = Button(
            rect(1016, 484, 240, 52), _("Show me"), self._show_me, kind=kinds[0], icon="hint", keys=keys.SHOW_ME.keys
        )
        rows = [leave, *picks, show]
        if self.pending.is_laid_out:
            ready, words = self.pending.is_complete, play_words(self.pending)
            rows.append(Button(rect(1016, 556, 240, 48), words, self._play, kind=kinds[1], enabled=ready))
            rows[-1].why = _("This turn needs one more stone.")
        elif self._is_choice:
            rows.append(Button(rect(1016, 556, 240, 48), _("Choose"), self._open_choice))
        return [*rows, back, skip]

    # Input

    @property
    def _stones(self) -> StonePicker:
        return self.picker

    def _hover(self, point: tuple[int, int]) -> bool:
        return self._point_at(lambda: self.board.hover(self.board.cell_at(point)))

    def _click(self, point: tuple[int, int]) -> bool:
        if self.tweens.active:
            self.tweens.finish()
        cell = self.board.cell_at(point)
        if cell is None:
            return False
        self.board.hover(cell)
        self._use(cell, by_hand=True)
        return True

    def _use(self, cell: int, *, by_hand: bool) -> None:
        """Handle a click or Enter on a cell: places a stone or ghost, or ends the pause after a wrong one."""
        if self.exercise.verdict is False:
            self._take_back()
        elif self._is_choice:
            self._open_choice()
        elif not self.pending.is_open:
            self._take(self.exercise.play(self._stone_for(cell)))
        elif by_hand:
            self._take(self._hand.press(self._stone_for(cell)))
        elif self.pending.has(cell):
            self.pending.take(cell)
            self.refresh()
        else:
            self._take(self.pending.put(self._stone_for(cell)))

    def _board_key(self, event: pygame.event.Event) -> bool:
        if event.key not in PRESS_KEYS or self.controls.focused is not None:
            return False
        if self.exercise.verdict:
            self._next()
        elif self.pending.is_confirmed_by(self.board.cursor):
            self._play()
        elif self.board.cursor is None:
            self._move_cursor((0, 0))
        else:
            self._use(self.board.cursor, by_hand=False)
        return True

    def _pick(self, letter: str) -> None:
        self.picker.choose(letter)
        self.pending.change_newest(letter)
        self.refresh()

    def _play(self) -> None:
        self._take(self.pending.play())

    # Choices

    @property
    def _is_choice(self) -> bool:
        return self.exercise.person_to_move and not self.exercise.match.state.colour

    def _open_choice(self) -> None:
        """Open the dialog of an opening phase, as in a real game."""
        if not self._is_choice:
            return
        name, choices = self.app.services.player_name(), choices_at(self.exercise)
        revision = self.exercise.match.revision
        self.app.push(ChoiceScene(self.app, name, self.ruleset.info, choices), lambda key: self._choose(key, revision))

    def _choose(self, key: str | None, revision: int) -> None:
        if key is not None:
            self._take(self.exercise.submit(Command(revision, (Choose(key),))))

    # The result of a try

    def _take(self, result: Moved | Reason | None) -> None:
        self.board.suggest(())
        if isinstance(result, Reason):
            self.said = result.message
            self.board.shake()
        elif isinstance(result, Moved):
            self._judge(result)
        self.refresh()

    def _judge(self, moved: Moved) -> None:
        self.board.animate(moved.events)
        verdict, lesson = self.exercise.verdict, self.exercise.lesson
        if verdict is None:
            self.picker.follow()
            return
        self.said = _(lesson.well if verdict else lesson.again)
        self._return_wait = 0.0 if verdict else _RETURN_SECONDS
        self._done[self.step] |= verdict

    def _take_back(self) -> None:
        """Take back the stones of a wrong try."""
        self._return_wait = 0.0
        self.tweens.finish()
        self.exercise.take_back()
        self.board.animate_change(self.exercise.match.state)
        self.refresh()

    def _show_me(self) -> None:
        moves = self.exercise.solution()
        self.pending.clear()
        stones = tuple(move for move in moves if isinstance(move, Place))
        for stone in stones[:1]:
            self.picker.choose(stone.stone)
        self.board.suggest(stones)
        self.said = _("There. Now you try.") if stones else _("Any of them will do.")
        self.refresh()
        if not stones:
            self._open_choice()

    # From step to step

    def _back(self) -> None:
        self._go_to(self.step - 1)

    def _next(self) -> None:
        if self.step + 1 < len(self.lessons):
            self._go_to(self.step + 1)
            return
        if all(self._done):
            finish_introduction(self.app.services.database, self.ruleset.info.id)
        words = _("That is all you need. The rest comes with playing; F1 shows the rules at any time.")
        answers = {_PLAY: _("Play your first game"), "": _("Back to the fair")}
        ask = QuestionScene(self.app, _("You know {game}!", game=_(self.ruleset.info.title)), words, answers)
        self.app.push(ask, self.finish)

    # Time and pictures

    def update(self, seconds: float) -> None:
        """Take a wrong try back after a pause."""
        super().update(seconds)
        self._hand.pass_time(seconds)
        if self._return_wait > 0:
            self._return_wait -= seconds
            if self._return_wait <= 0:
                self._take_back()

    def paint(self, canvas: Canvas) -> None:
        """Draw the still picture."""
        info = self.ruleset.info
        canvas.backdrop(dimmed=True)
        canvas.lights()
        canvas.heading(_("Learn {game}", game=_(info.title)), 292, 39, 700)
        self.board.paint(canvas)
        lesson_picture.paint_teacher(canvas, self.step + 1, len(self.lessons))
        why = self.board.why
        said = why.message if why is not None and not self.exercise.verdict else self.said
        lesson_picture.paint_words(canvas, self.exercise.lesson, said, self.exercise.verdict)
        top = lesson_picture.paint_stones(canvas) if info.names_stone else 80.0
        lesson_picture.paint_steps(canvas, self.lessons, self.step, self._done, top)
        enter = _("Enter goes on") if self.exercise.verdict else _("Enter places  ·  H shows how")
        draw_keys(canvas, (enter, _("F1 rules  ·  Esc leaves")))

    def paint_live(self, canvas: Canvas) -> None:
        """Draw what moves on the board, and the stones of the picker."""
        self.board.paint_live(canvas, ghost=self.exercise.person_to_move)
        self.picker.draw(canvas)
