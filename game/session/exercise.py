"""A position in which the learner is to find a turn: a step of an introduction, or another task. No pygame here."""

from __future__ import annotations

from game.core.language import _
from game.core.lessons import Attempt, Lesson, attempt_since, start_lesson, turn_moves
from game.core.match import Command, Match
from game.core.model import Move, ParseError, Reason
from game.core.ruleset import PluginError, Ruleset
from game.session.playable_game import MovesPlayed


class TurnExercise:
    """A match with the learner at the board, who makes one whole turn; ``_judge`` says whether it does."""

    def __init__(self, match: Match) -> None:
        """``match`` stands at the position in question."""
        self._match = match
        self._given = len(match.plies)
        self.verdict: bool | None = None
        """Whether the turn that was made does; None before there is one."""

    @property
    def match(self) -> Match:
        """The match from the first position on."""
        return self._match

    @property
    def person_to_move(self) -> bool:
        """Whether the learner may make a move now."""
        return self.verdict is None and self._match.outcome is None

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """The learner's moves for the position as it stands."""
        return self.submit(Command(self._match.revision, moves))

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """The learner's moves; a turn that they complete is judged."""
        if not self.person_to_move:
            return Reason("not now", _("Already solved.") if self.verdict else _("One moment."))
        result = self._match.submit(command)
        if isinstance(result, Reason):
            return result
        attempt = attempt_since(self._match, self._given)
        if attempt is not None:
            self.verdict = self._judge(attempt)
        return MovesPlayed(result)

    def _judge(self, attempt: Attempt) -> bool | None:
        """Whether a whole turn does; None where that takes a while."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Put the position back as it was at the start."""
        while len(self._match.plies) > self._given:
            self._match.undo()
        self.verdict = None


class Exercise(TurnExercise):
    """The match of a lesson, with the learner at the board.

    Raises PluginError when the lesson's position cannot be reached, which only a plug-in that breaks its promises does.
    """

    def __init__(self, ruleset: Ruleset, lesson: Lesson) -> None:
        self.lesson = lesson
        try:
            match = start_lesson(ruleset, lesson)
        except ParseError as error:
            raise PluginError(
                _("{game} cannot be taught: {error}.", game=_(ruleset.info.title), error=error)
            ) from error
        super().__init__(match)

    def _judge(self, attempt: Attempt) -> bool:
        return self.lesson.goal(attempt)

    def solution(self) -> tuple[Move, ...]:
        """The turn to be shown, from the start of the step."""
        self.take_back()
        try:
            return turn_moves(self._match.ruleset, self._match.state, self.lesson.solutions[0])
        except (ParseError, IndexError):
            return ()
