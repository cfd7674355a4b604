"""An exercise in which the engine judges the player's turn over several frames, so that no method blocks."""

from __future__ import annotations

from abc import abstractmethod

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import Evaluation
from game.analysis.review.reader import GameReader
from game.core.language import _, join_sentences
from game.core.match import Match
from game.engine.client.opponent import Opponent
from game.session.exercise import TurnExercise


class JudgedExercise(TurnExercise):
    """An exercise in which the player tries a turn; call ``poll`` until the engine has judged it."""

    def __init__(self, match: Match, judge: Opponent, effort: Effort) -> None:
        super().__init__(match)
        self._judge_of_turns, self._effort = judge, effort
        self._reader: GameReader | None = None
        self.feedback = ""
        """Feedback on the last turn."""

    @property
    def person_to_move(self) -> bool:
        """True if the player may move in the exercise; False while a turn is being judged."""
        return super().person_to_move and self._reader is None

    @property
    def is_judging(self) -> bool:
        """True while the engine judges the player's turn."""
        return self._reader is not None

    def _look(self) -> None:
        """Start an engine search of the current position; its result is passed to ``_is_right``."""
        first = len(self._match.plies) + 1
        self._reader = GameReader(self._match.copy(), self._judge_of_turns, (self._effort,), first=first)

    @abstractmethod
    def _is_right(self, reading: Evaluation) -> bool | None:
        """Return True if the evaluation shows that the player's turn is right; None if it is unclear."""

    def poll(self) -> bool:
        """Continue to judge the player's turn. Returns True when a verdict or a failure is known."""
        if self._reader is None:
            return False
        self._reader.poll()
        if not self._reader.is_done:
            return False
        reader, self._reader = self._reader, None
        reading = reader.readings.get(len(self._match.plies))
        if reading is None or reading.chance is None:
            problem = reader.problem
            self.take_back()
            self.feedback = join_sentences((problem, _("The engine could not respond. Try again.")))
        else:
            self.verdict = self._is_right(reading)
        return True

    def take_back(self) -> None:
        """Restore the position before the player's turn and stop judging the turn."""
        self.stop()
        super().take_back()

    def stop(self) -> None:
        """Stop judging the player's turn."""
        if self._reader is not None:
            self._reader.stop()
            self._reader = None
