"""Exercises in which a learner must find the right turn in a position. No pygame here."""

from __future__ import annotations

from game.core.language import _
from game.core.lessons import Attempt, Lesson, attempt_since, start_lesson, turn_moves
from game.core.match import Command, Match
from game.core.model import Move, ParseError, Reason
from game.core.ruleset import PluginError, Ruleset
from game.session.playable_game import MovesPlayed


class TurnExercise:
    """Base class of an exercise, in which the learner plays one turn that is accepted or rejected."""

    def __init__(self, match: Match) -> None:
        """Start the exercise from the present position of ``match``."""
        self._match = match
        self._given = len(match.plies)
        self.verdict: bool | None = None
        """True if the turn is accepted, False if it is rejected, None before it is judged."""

    @property
    def match(self) -> Match:
        """The match of the exercise, which begins with the moves that lead to the exercise's position."""
        return self._match

    @property
    def person_to_move(self) -> bool:
        """True if the learner may make a move."""
        return self.verdict is None and self._match.outcome is None

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Make the learner's moves in the current position. Return a reason if they are refused."""
        return self.carry_out(Command(self._match.revision, moves))

    def carry_out(self, command: Command) -> MovesPlayed | Reason:
        """Make the learner's moves, and judge the turn if it is complete.

        Return a reason if the moves are refused.
        """
        if not self.person_to_move:
            return Reason("not now", _("This exercise is already solved.") if self.verdict else _("One moment."))
        result = self._match.submit(command)
        if isinstance(result, Reason):
            return result
        attempt = attempt_since(self._match, self._given)
        if attempt is not None:
            self.verdict = self._judge(attempt)
        return MovesPlayed(result)

    def _judge(self, attempt: Attempt) -> bool | None:
        """Return True if the learner's turn solves the exercise, or None if this is not known yet."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Restore the start position of the exercise."""
        while len(self._match.plies) > self._given:
            self._match.undo()
        self.verdict = None


class Exercise(TurnExercise):
    """The exercise of a beginner's lesson, in which the learner is to move.

    Raises PluginError if the lesson's position cannot be reached, because of an error in the plug-in.
    """

    def __init__(self, ruleset: Ruleset, lesson: Lesson) -> None:
        self.lesson = lesson
        try:
            match = start_lesson(ruleset, lesson)
        except ParseError as error:
            raise PluginError(
                _("The lesson on {game} cannot be started: {error}.", game=_(ruleset.info.title), error=error)
            ) from error
        super().__init__(match)

    def _judge(self, attempt: Attempt) -> bool:
        return self.lesson.goal(attempt)

    def solution(self) -> tuple[Move, ...]:
        """Restore the lesson's start position and return a turn that solves it, or () if there is none."""
        self.take_back()
        try:
            return turn_moves(self._match.ruleset, self._match.state, self.lesson.solutions[0])
        except (ParseError, IndexError):
            return ()
