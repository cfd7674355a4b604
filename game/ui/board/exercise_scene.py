"""Base class of scenes in which the learner plays a turn on the board and is told if it is right.

It is used for lessons and for mistakes.
"""

from __future__ import annotations

from typing import TypeVar

import pygame

from game.core.language import _
from game.core.match import Match
from game.core.model import Reason
from game.session.exercise import TurnExercise
from game.session.pending_turn import PendingTurn, PreviewController
from game.session.playable_game import MovesPlayed
from game.ui.board.board_buttons import play_label
from game.ui.board.board_scene import BoardScene
from game.ui.board.stone_picker import StonePicker
from game.ui.board.teacher_card import PICKER_TOP
from game.ui.painting.canvas import Canvas
from game.ui.widgets.buttons import PRESS_KEYS, Button

Result = TypeVar("Result")

#: Seconds that a wrong turn stays on the board before it is taken back.
_RETURN_SECONDS = 1.2


class ExerciseScene(BoardScene[Result]):
    """Abstract scene that judges a learner's turns and takes wrong ones back after a pause."""

    exercise: TurnExercise
    picker: StonePicker
    feedback: str
    """The teacher's answer to the learner's latest try."""
    _return_wait = 0.0

    @property
    def match(self) -> Match:
        """The match in which the learner plays the exercise."""
        return self.exercise.match

    def _take_up(self, exercise: TurnExercise) -> None:
        """Start an exercise of the same ruleset on the board."""
        self.exercise = exercise
        self.board.suggest(())
        self.pending = PendingTurn(exercise)
        self._hand = PreviewController(self.pending)
        self.picker = StonePicker(exercise, PICKER_TOP)
        self.feedback = ""
        self._return_wait = 0.0

    def _answered(self, verdict: bool) -> None:
        """React to the verdict on the learner's complete turn; ``verdict`` is True if the turn was right."""
        raise NotImplementedError

    def _proceed(self) -> None:
        """Continue after the learner's turn was right."""
        raise NotImplementedError

    # Layout

    def _show_game(self) -> None:
        state = self.match.state
        self.board.show(state, self.match.ruleset.marks(state))
        self.board.previews = self.pending.moves
        wants_stone = self.exercise.person_to_move and not self.pending.is_complete
        self.board.stone = self.picker.letter if wants_stone else ""

    def _play_button(self, place: pygame.Rect, kind: str) -> list[Button]:
        """Return the button that plays an unfinished turn, as a list; empty if turns need no button."""
        if not self.pending.is_laid_out:
            return []
        button = Button(place, play_label(self.pending), self._play, kind=kind, enabled=self.pending.is_complete)
        button.why = _("This turn needs one more stone.")
        return [button]

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
        """Handle a click or Enter on a board cell: place a stone, or take back a wrong turn."""
        if self.exercise.verdict is False:
            self._take_back()
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
            self._proceed()
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

    # Result

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        self.board.suggest(())
        if isinstance(result, Reason):
            self.feedback = result.message
            self.board.shake()
        elif isinstance(result, MovesPlayed):
            self.board.animate(result.events)
            self._show_verdict()
        self.refresh()

    def _show_verdict(self) -> None:
        """React to the exercise's verdict on the learner's turn; without a verdict the turn continues."""
        verdict = self.exercise.verdict
        if verdict is None:
            self.picker.reset_for_position()
            return
        self._return_wait = 0.0 if verdict else _RETURN_SECONDS
        self._answered(verdict)

    def _take_back(self) -> None:
        """Take back the stones of the learner's wrong turn."""
        self._return_wait = 0.0
        self.tweens.finish()
        self.exercise.take_back()
        self.board.animate_change(self.match.state)
        self.refresh()

    # Time and drawing

    def tick(self, seconds: float) -> None:
        """Advance the scene by some seconds; take a wrong turn back after a pause."""
        super().tick(seconds)
        self._hand.tick(seconds)
        if self._return_wait > 0:
            self._return_wait -= seconds
            if self._return_wait <= 0:
                self._take_back()

    @property
    def _answer(self) -> str:
        """The text of the teacher's card: why the cell under the cursor is forbidden, or recent feedback."""
        why = self.board.why
        return why.message if why is not None and not self.exercise.verdict else self.feedback

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the moving parts of the board, and the stones in the stone picker."""
        self.board.paint_live(canvas, ghost=self.exercise.person_to_move)
        self.picker.draw(canvas)
