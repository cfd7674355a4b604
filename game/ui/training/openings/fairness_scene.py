"""The fairness drill: the player says which side an opening favours, then sees the engine's judgement."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.language import _, join_sentences, plural
from game.core.match import Match
from game.core.ruleset import Ruleset
from game.library.study.study import study_of_match
from game.library.study.tree import ROOT
from game.session.dates import moment_in, whole_date
from game.session.play_on import TakeOver
from game.session.records.record_summary import opponent_name
from game.session.texts import colour_name, options_text
from game.storage.finished_games import FinishedGame
from game.training.openings.balance import EVEN_WITHIN, Balance, balance_of
from game.training.openings.fairness_drill import FairnessDrill
from game.ui.analysis.board.opening import analyse_study
from game.ui.board.board_buttons import draw_keys, leave_button
from game.ui.board.board_view import BOARD_PLACE, BoardView
from game.ui.board.teacher_card import BoardTask, paint_captioned, paint_task_text
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.training.openings.balance_card import BalanceFacts, draw_balance_card
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton

_BOTTOM = 472.0
#: Top of the first button, height of a button, and distance from button to button.
_BUTTONS, _TALL, _STEP = 492.0, 54.0, 68.0
#: The stones on an answer: distance from its left edge, and size.
_STONE_LEFT, _STONE = 34.0, 32.0
#: Largest number of moves shown of the best line.
_SHOWN = 7


class FairnessScene(Scene[TakeOver | None]):
    """Scene of the fairness drill, in which the player says which side an opening position favours.

    It finishes with a position to play on from, or None. The results of the drill are not saved.
    """

    tune = "table"

    def __init__(self, app: App, drill: FairnessDrill) -> None:
        super().__init__(app)
        self.drill = drill
        self.board = BoardView(drill.ruleset.info, self.tweens, self.repaint)
        self._focused_for: tuple[int, bool] | None = None
        """The question, and whether it was unanswered, when the focus was last set."""
        app.services.preparation.prioritise(drill.ruleset.info.id)

    @property
    def subject(self) -> Ruleset:
        return self.drill.ruleset

    @property
    def searchable_match(self) -> Match | None:
        """The match up to the opening position on the board. None if there is no position."""
        return None if self.drill.question is None else self.drill.question.position.match

    def exit(self) -> None:
        """Stop the engine that judges opening positions."""
        self.drill.stop()

    def suspend(self) -> None:
        """Stop the engine while another scene is on top. The drill's positions are judged afterwards."""
        super().suspend()
        self.drill.pause()

    # Layout

    def arrange(self) -> None:
        """Lay out the board and the controls of the fairness drill."""
        if self.searchable_match is not None:
            geometry, rect = self.searchable_match.state.geometry, self.stage.rect(*BOARD_PLACE)
            self.board.arrange(self.app.paintbox, geometry, rect, coordinates=self.app.preferences.coordinates)
        super().arrange()

    def refresh(self) -> None:
        """Show the opening position and, after the player's guess, the engine's best continuation."""
        match = self.searchable_match
        if match is not None:
            self.board.show(match.state, match.ruleset.marks(match.state))
            self.board.forecast = self.drill.line[:_SHOWN] if self._is_judged else ()
        self.controls.set(self.buttons())
        self._focus_answer()
        super().refresh()

    def _focus_answer(self) -> None:
        """Focus the middle answer for a new position or, after a guess, the button for the next position."""
        asked = (id(self.drill.question), self._asks)
        if asked != self._focused_for:
            self._focused_for = asked
            rows = self.controls.buttons
            self.controls.focus(rows[2] if self._asks else rows[min(1, len(rows) - 1)])

    @property
    def _asks(self) -> bool:
        """True while the player has to guess which side the opening position favours."""
        return self.drill.question is not None and self.drill.guess is None and not self.drill.problem

    @property
    def _is_judged(self) -> bool:
        """True if the player has guessed and the engine's judgement is known."""
        return self.drill.guess is not None and self.drill.share is not None

    def buttons(self) -> list[Button]:
        """Return the back button and the buttons of the three guesses or, after a guess, of the next steps."""
        leave = leave_button(self.stage, lambda: self.finish(None))
        if self.drill.question is None:
            return [leave]
        if self._asks:
            return [leave, *self._answers()]
        ahead = Button(self._place(0), _("Next"), self._proceed, kind="primary", icon="play", use=keys.NEXT_STEP)
        explore = Button(self._place(1), _("Explore"), self._explore, use=keys.ANALYSE)
        return [leave, ahead, explore]

    def _place(self, row: int) -> pygame.Rect:
        return self.stage.rect(1016, _BUTTONS + row * _STEP, 240, _TALL)

    def _answers(self) -> list[Button]:
        info = self.drill.ruleset.info
        labels = (colour_name(info, info.colours[0]), _("Even game"), colour_name(info, info.colours[1]))
        answers = zip(Balance, labels, keys.GUESS.keys, strict=True)
        return [
            ChoiceButton(self._place(row), label, partial(self._answer, guess), keys=(key,))
            for row, (guess, label, key) in enumerate(answers)
        ]

    # Actions

    def _answer(self, guess: Balance) -> None:
        self.drill.answer(guess)
        self.refresh()

    def _proceed(self) -> None:
        self.drill.proceed()
        self.board.cursor = None
        self.arrange()

    def _explore(self) -> None:
        if self.searchable_match is not None:
            study = study_of_match(self.searchable_match)
            node = (study.tree.continuation(ROOT) or [ROOT])[-1]
            analyse_study(self.app, study, self._leave_exploring, node)

    def _leave_exploring(self, taken_over: TakeOver | None) -> None:
        if taken_over is not None:
            self.finish(taken_over)

    def tick(self, seconds: float) -> None:
        """Let the engine judge the opening position."""
        super().tick(seconds)
        if self.app.services.can_judge(self.drill.ruleset) and self.drill.poll():
            self.refresh()

    # Texts

    @property
    def feedback(self) -> str:
        """Text of the teacher's speech bubble about the player's guess."""
        drill = self.drill
        if drill.problem:
            return drill.problem
        if drill.guess is None:
            return ""
        if drill.share is None:
            waits = not self.app.services.can_judge(drill.ruleset)
            return _("The engine is getting ready…") if waits else _("The engine is judging the position.")
        sentences = [] if drill.is_right else [_("Not quite.")]
        is_near = drill.is_right and drill.guess is not balance_of(drill.share)
        near = _("The winning chances are on the borderline, so your answer counts too.") if is_near else ""
        return join_sentences((*sentences, self._judgement(drill.share), near, self._streak))

    def _judgement(self, share: float) -> str:
        """Return the engine's judgement of the opening position as a sentence."""
        info, balance = self.drill.ruleset.info, balance_of(share)
        if balance is Balance.EVEN:
            return _("The engine calls the position even.")
        first = balance is Balance.FIRST
        percent = round(100 * (share if first else 1 - share))
        side = colour_name(info, info.colours[0 if first else 1])
        return _("{side} is better: {percent} %.", side=side, percent=percent)

    @property
    def _streak(self) -> str:
        streak = self.drill.score.streak
        return (
            plural("{count} correct answer in a row.", "{count} correct answers in a row.", streak)
            if streak > 1
            else ""
        )

    @property
    def task(self) -> BoardTask:
        """The question to the player, with the winning chances that count as even."""
        if self.searchable_match is None:
            return BoardTask(_("Is the opening fair?"), _("This game has no opening positions to practise."))
        side = colour_name(self.drill.ruleset.info, self.searchable_match.state.colour)
        low, high = round(100 * (0.5 - EVEN_WITHIN)), round(100 * (0.5 + EVEN_WITHIN))
        asked = _("Which side is better?")
        even = _("Even means a winning chance of {low} to {high} %; otherwise one side is better.", low=low, high=high)
        return BoardTask(_("Is the opening fair?"), join_sentences((_("{name} to move.", name=side), asked, even)))

    # Pictures

    def paint(self, canvas: Canvas) -> None:
        drill, score = self.drill, self.drill.score
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        canvas.heading(_("Is the opening fair?"), 292, 39, 700)
        if self.searchable_match is not None:
            self.board.paint(canvas)
        paint_captioned(canvas, _("Correct"), _("{number} of {count}", number=score.right, count=score.asked))
        paint_task_text(canvas, self.task, self.feedback, drill.is_right)
        options = self.searchable_match.options if self.searchable_match is not None else drill.options
        facts = [options_text(drill.ruleset.info, options), *self._facts()]
        title, share = _(drill.ruleset.info.title), drill.share if self._is_judged else None
        silence = _("The winning chances appear after your guess.") if self._asks else ""
        told = BalanceFacts(title, facts, share, silence)
        draw_balance_card(canvas, drill.ruleset.info, 80, _BOTTOM, told)
        draw_keys(canvas, self._keys())

    def _facts(self) -> list[str]:
        """Return facts about the opening position, such as its name, once the player has guessed."""
        question, score = self.drill.question, self.drill.score
        if question is None or self.drill.guess is None:
            return [_("Your score is kept only until you leave this screen.")]
        name = _("The opening is called {name}.", name=_(question.position.name)) if question.position.name else ""
        line = _("The numbered stones show the engine's best line.") if self.drill.line else ""
        best = plural(
            "Best streak so far: {count} correct answer in a row.",
            "Best streak so far: {count} correct answers in a row.",
            score.best_streak,
        )
        return [self._origin(question.position.game), name, line, best if score.best_streak > 1 else ""]

    def _origin(self, game: FinishedGame | None) -> str:
        """Return a sentence about the player's own game with this position, or "" if there is none."""
        if game is None:
            return ""
        name, moment = opponent_name(self.drill.ruleset, game.level, game.opponent), moment_in(game.played)
        if moment is None:
            return _("This position is from your game against {name}.", name=name)
        return _("This position is from your game against {name}, {day}.", name=name, day=whole_date(moment))

    def _keys(self) -> tuple[str, str]:
        return (
            _("1, 2, 3: answer") if self._asks else _("Enter: continue  ·  A: explore"),
            _("F1: rules  ·  Esc: leave"),
        )

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the board, and the stones on the buttons of the guesses."""
        if self.searchable_match is not None:
            self.board.paint_live(canvas, ghost=False)
        if self._asks:
            info = self.drill.ruleset.info
            for row, letters in enumerate((info.colours[:1], info.colours, info.colours[1:])):
                self._draw_stones(canvas, row, letters)

    def _draw_stones(self, canvas: Canvas, row: int, letters: tuple[str, ...]) -> None:
        y = _BUTTONS + row * _STEP + _TALL / 2 - 2
        for number, letter in enumerate(letters):
            stone = self.drill.ruleset.info.stone(letter)
            if stone is not None:
                x = 1016 + _STONE_LEFT + (number - (len(letters) - 1) / 2) * 20
                canvas.stone(stone.art, x, y, _STONE, shadow=True)
