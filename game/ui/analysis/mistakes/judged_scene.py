"""A scene whose exercise our engine may have to judge: what is said meanwhile, and stones that are lit on the board."""

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
    """Goes on judging from frame to frame."""

    exercise: JudgedExercise

    @property
    def subject(self) -> Ruleset:
        """The game of the exercise."""
        return self.match.ruleset

    def _hear(self) -> None:
        super()._hear()
        if self.exercise.is_judging:
            self.said = _("The engine has a look at that.") if self._can_judge else _("The engine gets ready.")

    @property
    def _can_judge(self) -> bool:
        """Whether the engine that judges is compiled."""
        return self.app.services.can_judge(self.subject)

    def update(self, seconds: float) -> None:
        """Go on judging."""
        super().update(seconds)
        if self.exercise.is_judging and self._can_judge and self.exercise.poll():
            self.said = self.exercise.said
            self._hear()
            self.refresh()

    def _light(self, stones: Sequence[Place]) -> None:
        """Show stones on the board, and take the kind of the first one in hand."""
        if stones:
            self.pending.clear()
            self.picker.choose(stones[0].stone)
        self.board.suggest(stones)
