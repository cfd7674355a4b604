"""Base class of scenes with exercises whose solutions the engine judges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from game.core.language import _
from game.core.model import Place
from game.core.ruleset import Ruleset
from game.training.mistakes.judged_exercise import JudgedExercise
from game.ui.board.exercise_scene import ExerciseScene

Result = TypeVar("Result")


class JudgedScene(ExerciseScene[Result]):
    """Scene of an exercise; the engine judges the player's turn over several frames."""

    exercise: JudgedExercise

    @property
    def subject(self) -> Ruleset:
        return self.match.ruleset

    def _show_verdict(self) -> None:
        super()._show_verdict()
        if self.exercise.is_judging:
            self.feedback = (
                _("The engine is checking your move…") if self._can_judge else _("The engine is getting ready…")
            )

    @property
    def _can_judge(self) -> bool:
        """True if the search code of the engine that judges the exercise is compiled."""
        return self.app.services.can_judge(self.subject)

    def tick(self, seconds: float) -> None:
        """Let the engine continue to judge the player's turn."""
        super().tick(seconds)
        if self.exercise.is_judging and self._can_judge and self.exercise.poll():
            self.feedback = self.exercise.feedback
            self._show_verdict()
            self.refresh()

    def _light(self, stones: Sequence[Place]) -> None:
        """Highlight stones on the board as a hint, and select the first one's kind in the stone picker."""
        if stones:
            self.pending.clear()
            self.picker.choose(stones[0].stone)
        self.board.suggest(stones)
