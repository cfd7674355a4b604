"""An exercise whose turns our engine judges where nothing else does: it takes a while, and nothing blocks."""

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
    """A position in which a turn is tried; ``poll`` goes on judging it."""

    def __init__(self, match: Match, judge: Opponent, effort: Effort) -> None:
        super().__init__(match)
        self._judge_of_turns, self._effort = judge, effort
        self._reader: GameReader | None = None
        self.said = ""
        """What is said about the turn that was tried last."""

    @property
    def person_to_move(self) -> bool:
        """Whether the learner may make a move now: not while one is judged."""
        return super().person_to_move and self._reader is None

    @property
    def is_judging(self) -> bool:
        """Whether the engine looks at a turn."""
        return self._reader is not None

    def _look(self) -> None:
        """Let the engine look at the position as it stands, which ``_heard`` is told of."""
        first = len(self._match.plies) + 1
        self._reader = GameReader(self._match.copy(), self._judge_of_turns, (self._effort,), first=first)

    @abstractmethod
    def _heard(self, reading: Evaluation) -> bool | None:
        """Judge the turn by what the engine says of the position after it; None where it cannot be judged."""

    def poll(self) -> bool:
        """Go on judging; returns whether there is a verdict now, or none can be had."""
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
            self.said = join_sentences((problem, _("The engine has no answer to this. Try once more.")))
        else:
            self.verdict = self._heard(reading)
        return True

    def take_back(self) -> None:
        """Put the position back, and judge no further."""
        self.stop()
        super().take_back()

    def stop(self) -> None:
        """Judge no further."""
        if self._reader is not None:
            self._reader.stop()
            self._reader = None
