"""Exercise made from a mistake: the player must find a turn that keeps the winning chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import CandidateMove, Evaluation, ProofStatus
from game.analysis.review.judgement import JudgedMove, MoveClass, judge_turn
from game.analysis.review.review_store import read_readings
from game.analysis.review.texts import overlooked, why
from game.core.language import _, join_sentences
from game.core.lessons import Attempt
from game.core.match import Match
from game.core.model import Move, ParseError, Place, Reason
from game.core.notation import playable_moves
from game.core.ruleset import Ruleset, complete_options, format_move, reason_for
from game.engine.client.opponent import Opponent
from game.library.study.study import Study, study_of_lines
from game.library.study.tree import ROOT
from game.session.texts import as_sentence, colour_name, listed
from game.storage.learning.mistakes import Mistake
from game.training.mistakes.judged_exercise import JudgedExercise

#: Maximum loss of winning chance of a right turn, 0 to 1. Source: lichess (lila, retro).
PASSES = 0.035
_EFFORT = Effort(0.6)


@dataclass(frozen=True, slots=True)
class _Worth:
    """Judgement of the position after a turn that the player tried."""

    chance: float
    """The player's winning chance, 0 to 1."""
    reading: Evaluation
    """Evaluation from the opponent's view."""


def position_of(ruleset: Ruleset, mistake: Mistake) -> Match:
    """Return a match at the position before a mistake. Raises ParseError if the ruleset rejects it."""
    options = complete_options(ruleset.info, mistake.options)
    refused = ruleset.check_options(options)
    if refused is not None:
        raise ParseError(refused.message)
    return Match(ruleset, options, 0, start=ruleset.load(mistake.position, options))


def study_of_mistake(ruleset: Ruleset, mistake: Mistake) -> Study:
    """Return the position before a mistake as a study: the better line, and the turn of the game with its refutation.

    Raises ParseError if the ruleset rejects the position.
    """
    match, readings = position_of(ruleset, mistake), read_readings(mistake.readings)
    played = [move for move, _after in playable_moves(ruleset, match.state, mistake.played)]
    better = _best_line(match, readings.get(0))
    refused = match.play(*played) if played else None
    after = [] if isinstance(refused, Reason) else _best_line(match, readings.get(len(played)))
    start, lines = match.first_state, (better, (*played, *after))
    study = study_of_lines(ruleset, match.options, start, lines, _("My mistakes"))
    made = study.tree.child(ROOT, played[0]) if played else None
    if made is not None:
        study.tree.comments[made] = _("This move was played in the game.")
    return study


def _best_line(match: Match, reading: Evaluation | None) -> list[Move]:
    """Return the engine's best line from the position of a match; empty if it is unknown."""
    line = reading.candidates[0].line if reading is not None and reading.candidates else ()
    return [move for move, _after in playable_moves(match.ruleset, match.state, line)]


class FindBetter(JudgedExercise):
    """Exercise to find a better turn than the mistake; call ``poll`` until the engine has judged the turn.

    No method blocks.

    Raises ParseError if the position or the turn played is no longer legal, or no better turn is known.
    """

    def __init__(self, ruleset: Ruleset, mistake: Mistake, judge: Opponent) -> None:
        super().__init__(position_of(ruleset, mistake), judge, _EFFORT)
        self._readings = read_readings(mistake.readings)
        if self._match.outcome is not None or not self.solution() or not self._has_played(mistake):
            raise ParseError(_("this mistake can no longer be practised"))
        self.mistake = mistake

    def _has_played(self, mistake: Mistake) -> bool:
        """Return True if the mistaken turn of the original game is still legal."""
        played = list(playable_moves(self._match.ruleset, self._match.state, mistake.played))
        return 0 < len(played) == len(mistake.played)

    @property
    def _start(self) -> Evaluation:
        """Evaluation of the position in which the player must find a better turn."""
        return self._readings.get(0, Evaluation())

    # Judging

    def _judge(self, attempt: Attempt) -> bool | None:
        """Return True if the tried turn is right; if that is unknown, start a search and return None."""
        size = len(attempt.moves)
        tried = self._words(attempt.moves)
        outcome = attempt.ruleset.outcome(attempt.after)
        if outcome is not None:
            chance = 0.5 if outcome.winner is None else float(outcome.winner == attempt.before.seat)
            return self._passed(_Worth(chance, Evaluation()))
        if sorted(tried) == sorted(self.mistake.played):
            self.feedback = join_sentences((_("That is the move you played in the game."), self.overlooked))
            return False
        for candidate in self._start.candidates:
            if len(candidate.line) >= size and sorted(candidate.line[:size]) == sorted(tried):
                answer = _answered(candidate.line[size:])
                return self._passed(_Worth(candidate.chance, answer))
        self._look()
        return None

    def _is_right(self, reading: Evaluation) -> bool:
        chance = 0.5 if reading.chance is None else reading.chance
        return self._passed(_Worth(1 - chance, reading))

    def _passed(self, worth: _Worth) -> bool:
        """Set the feedback for a tried turn, and return True if the turn is right."""
        best = self._start.chance
        passes = (
            worth.reading.proof_status is ProofStatus.LOST or worth.chance > (0.5 if best is None else best) - PASSES
        )
        self.feedback = self._praise() if passes else self._why_not(worth)
        return passes

    # Texts

    def _words(self, moves: tuple[Move, ...]) -> list[str]:
        match = self._match
        return [format_move(match.ruleset.info, match.state.geometry, move) for move in moves]

    @property
    def side(self) -> str:
        """Name of the side to move in the exercise."""
        return colour_name(self._match.ruleset.info, self._match.first_state.colour)

    def _praise(self) -> str:
        """Return feedback on a right turn."""
        return join_sentences(self._reasons(self._match.moves)) or _("That move holds the position.")

    def _reasons(self, moves: Iterable[Move]) -> Iterator[str]:
        """Yield sentences about the purposes of the stones in a turn."""
        state = self._match.first_state
        for move in moves:
            reason = reason_for(self._match.ruleset, state, move)
            # A reason without lines means that there is nothing to show.
            if reason is not None and reason.lines:
                yield as_sentence(reason.message)
            state = self._match.ruleset.apply(state, move).state

    def _why_not(self, worth: _Worth) -> str:
        """Return feedback on a wrong turn, without naming the better one."""
        sentences = (
            [_("There is a forced win, but not with this move.")] if self._start.proof_status is ProofStatus.WON else []
        )
        answer = worth.reading.candidates[0].line if worth.reading.candidates else ()
        sentences.append(_accusation(self._match, answer, is_lost=worth.reading.proof_status is ProofStatus.WON))
        return join_sentences(sentences) or _("There is a better move.")

    @property
    def overlooked(self) -> str:
        """Sentences about the threat or win that the mistake in the game missed; "" if there is none.

        The sentences do not name the better turn.
        """
        match = position_of(self._match.ruleset, self.mistake)
        moves = [move for move, _after in playable_moves(match.ruleset, match.state, self.mistake.played)]
        judged = None if isinstance(match.play(*moves), Reason) else judge_turn(match, self._readings, 1)
        return overlooked(match, judged, 1, is_second=False) if judged else ""

    @property
    def explanation(self) -> str:
        """Sentences that name the best turn in place of the mistake and explain its purpose."""
        moves, names = self.solution(), self._match.state.geometry.names
        best = listed([names[move.cell].upper() for move in moves if isinstance(move, Place)])
        return join_sentences((_("{move} was better.", move=best), *self._reasons(moves)))

    def solution(self) -> tuple[Move, ...]:
        """Return the moves of the best turn in place of the mistake."""
        state, moves = self._match.first_state, list[Move]()
        seat = state.seat
        line = self._start.candidates[0].line if self._start.candidates else ()
        for move, after in playable_moves(self._match.ruleset, state, line):
            moves.append(move)
            if after.seat != seat:
                break
        return tuple(moves)


def _answered(line: tuple[str, ...]) -> Evaluation:
    """Return an evaluation that contains only the opponent's expected reply and its continuation."""
    return Evaluation((CandidateMove(line, 0.5),)) if line else Evaluation()


def _accusation(match: Match, answer: tuple[str, ...], *, is_lost: bool) -> str:
    """Return sentences about the opponent's strongest reply to the last turn, or "" if nothing is notable."""
    last = match.plies[-1]
    word = format_move(match.ruleset.info, match.state.geometry, last.move)
    judged = JudgedMove(len(match.plies), word, last.seat, None, 1.0, MoveClass.BLUNDER, answer=answer)
    return why(match, replace(judged, allowed_loss=is_lost))
