"""A question about a match, and what becomes of it: the replies to it, and the moves that are made."""

from __future__ import annotations

import time
from dataclasses import dataclass

from game.core.match import Command, Match
from game.core.model import Event, Move, ParseError, Reason, State
from game.core.notation import Remark, parse_turn
from game.engine.client.opponent import Answer, Proven, Question, Reply, Restarted, Thought, Trouble


@dataclass(frozen=True, slots=True)
class Played:
    """The moves of an answer were made."""

    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    """Those of all their steps."""


@dataclass(frozen=True, slots=True)
class Advised:
    """The moves of an answer that was asked for as advice: at most the last one of them is illegal."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer holds a word that is no move."""

    problem: str
    """Quotes the word; no full stop at its end."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules do not allow a move of an answer, so that none of them was made."""

    word: str
    """The move, as the opponent wrote it."""
    reason: Reason


#: What is told of a question; the first two may come several times, each of the others is the last.
TurnReport = Thought | Restarted | Trouble | Played | Advised | Unreadable | Refused


def question_about(match: Match, level: str, *, seconds: float, seed: int) -> Question:
    """The position of a match as it stands, for somebody who is to play it at a level."""
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
    """A question about a match as it stands, and what becomes of it.

    Whoever makes one puts its question to an opponent, and hands over every reply that comes in; those to other
    questions are sorted out here. The moves of the answer are made for the revision that was asked about, so the match
    itself refuses them once it has moved on. Nothing is told of that, nor of what is said about a position that is
    gone.
    """

    def __init__(self, match: Match, question: Question, *, is_advice: bool = False) -> None:
        """``is_advice`` says that the moves of the answer are only to be read."""
        self.question = question
        self.is_advice = is_advice
        self.state: State = match.state
        """The position that is asked about."""
        self.note = ""
        """The last sentence that the opponent said about its best move."""
        self.verdict = ""
        """What its search says about the end of the game, "" while that is open."""
        self._match = match
        self._began = time.monotonic()
        self._is_open = True

    @property
    def is_current(self) -> bool:
        """Whether the match stands as it was asked about."""
        return self._match.revision == self.question.revision

    @property
    def seconds(self) -> float:
        """How long ago the question was made."""
        return time.monotonic() - self._began

    def take(self, reply: Reply) -> TurnReport | None:
        """What a reply comes to; None when it is about something else, or comes after the last one."""
        if isinstance(reply, Proven) or not self._is_open or reply.revision != self.question.revision:
            return None
        self._is_open = isinstance(reply, Thought | Restarted)
        report = self._answered(reply) if isinstance(reply, Answer) else reply
        # Moves that were made are news although the match has moved on, which they did themselves.
        if not (self.is_current or isinstance(report, Played)):
            return None
        if isinstance(report, Thought) and report.remark.rank == 1:
            self._hear(report.remark)
        return report

    def _hear(self, remark: Remark) -> None:
        self.note = remark.note or self.note
        # Numbers without a verdict are those of a search that has none, or none any more.
        if remark.verdict or remark.has_numbers:
            self.verdict = remark.verdict

    def _answered(self, answer: Answer) -> Played | Advised | Unreadable | Refused:
        # An answer without a word is no turn: it is read as the empty word, which no move is called.
        words = answer.moves or ("",)
        try:
            moves = parse_turn(self._match.ruleset, self.state, words)
        except ParseError as error:
            return Unreadable(str(error))
        if self.is_advice:
            return Advised(moves)
        made = self._match.submit(Command(self.question.revision, moves))
        if isinstance(made, Reason):
            # Reading ends with a move that is refused.
            return Refused(words[len(moves) - 1], made)
        return Played(moves, made)
