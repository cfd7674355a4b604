"""A computer opponent's turn: the question about the current match, and the answer, played in the match."""

from __future__ import annotations

import time
from dataclasses import dataclass

from game.core.match import Command, Match
from game.core.model import Event, Move, ParseError, Reason, State
from game.core.notation import Remark, parse_turn
from game.engine.client.opponent import Answer, Proven, Question, Reply, Restarted, Thought, Trouble


@dataclass(frozen=True, slots=True)
class Played:
    """The report that the moves of an opponent's answer were played in the match."""

    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    """Events of all moves."""


@dataclass(frozen=True, slots=True)
class Advised:
    """The moves that an opponent advises when it is asked for advice; only the last move may be illegal."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The report that an opponent's answer contains text that is not a move."""

    problem: str
    """Reason that quotes the text, without a full stop."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The report that a move of an opponent's answer is illegal, so that none of its moves was played."""

    word: str
    """The illegal move, as the opponent wrote it."""
    reason: Reason


#: Reports about a question; the first two may come several times, each of the others is the final one.
TurnReport = Thought | Restarted | Trouble | Played | Advised | Unreadable | Refused


def question_about(match: Match, level: str, *, seconds: float, seed: int) -> Question:
    """Return a question about the current position of a match, for a level that is to move.

    ``seconds`` is the thinking time of the turn, and ``seed`` makes random choices reproducible.
    """
    return Question(
        revision=match.revision,
        ruleset_id=match.ruleset.info.id,
        options=match.options,
        level=level,
        position_text=match.ruleset.dump(match.state),
        seconds=seconds,
        seed=seed,
    )


class OpponentTurn:
    """A question to an opponent about the current position of a match, and the handling of its replies.

    The caller sends ``question`` to an opponent and passes every reply to ``take``, which ignores replies to other
    questions. The moves of the answer are played for the revision of the match that was asked about. If the match has
    changed since, it refuses them, and nothing is reported.
    """

    def __init__(self, match: Match, question: Question, *, is_advice: bool = False) -> None:
        """Create a question about a match; with ``is_advice``, the moves of the answer are parsed but not played."""
        self.question = question
        self.is_advice = is_advice
        self.state: State = match.state
        """Position that the question is about."""
        self.note = ""
        """Latest note of the opponent on its best move."""
        self.verdict = ""
        """Prediction of the result by the opponent's search; "" while the result is open."""
        self._match = match
        self._began = time.monotonic()
        self._is_open = True

    @property
    def is_current(self) -> bool:
        """True if the match has not changed since the question."""
        return self._match.revision == self.question.revision

    @property
    def seconds(self) -> float:
        """Seconds since the question was created."""
        return time.monotonic() - self._began

    def take(self, reply: Reply) -> TurnReport | None:
        """Handle a reply of the opponent, playing its moves, and return a report of the result.

        Return None if the reply belongs to another question, comes after the final report, or the match has changed.
        """
        if isinstance(reply, Proven) or not self._is_open or reply.revision != self.question.revision:
            return None
        self._is_open = isinstance(reply, Thought | Restarted)
        report = self._answered(reply) if isinstance(reply, Answer) else reply
        # Played moves are reported although the match has changed, because they are the change.
        if not (self.is_current or isinstance(report, Played)):
            return None
        if isinstance(report, Thought) and report.remark.rank == 1:
            self._pass_remark(report.remark)
        return report

    def _pass_remark(self, remark: Remark) -> None:
        self.note = remark.note or self.note
        # Numbers without a verdict come from a search that has no verdict, or has withdrawn it.
        if remark.verdict or remark.has_numbers:
            self.verdict = remark.verdict

    def _answered(self, answer: Answer) -> Played | Advised | Unreadable | Refused:
        # An answer without text is parsed as the empty string, which is no move and gives a clear error.
        words = answer.moves or ("",)
        try:
            moves = parse_turn(self._match.ruleset, self.state, words)
        except ParseError as error:
            return Unreadable(str(error))
        if self.is_advice:
            return Advised(moves)
        made = self._match.submit(Command(self.question.revision, moves))
        if isinstance(made, Reason):
            # Parsing ends with the first illegal move.
            return Refused(words[len(moves) - 1], made)
        return Played(moves, made)
