"""The tempo of an opponent at the table: its answer is held back until it has taken as long as its character does.

No pygame here: time comes in from outside.
"""

from __future__ import annotations

import random

from game.core.character import PLAIN_TEMPO
from game.core.match import Match
from game.core.notation import playable_moves
from game.core.ruleset import Level
from game.engine.client.opponent import Answer
from game.session.thinking import Thinking


class AnswerDelay:
    """The answer that is held back, and the time since its question was put."""

    def __init__(self) -> None:
        self._passed = 0.0
        self._due = 0.0
        self._held: Answer | None = None

    @property
    def is_holding(self) -> bool:
        """Whether an answer is there and not shown so far."""
        return self._held is not None

    def begin(self) -> None:
        """A question was put, or nobody waits for an answer any more: what was held is forgotten."""
        self._passed, self._held = 0.0, None

    def hold(self, answer: Answer, seconds: float) -> None:
        """Hold an answer until so many seconds since the question have passed."""
        self._held, self._due = answer, seconds

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self._passed += seconds

    def skip(self) -> bool:
        """Let the answer go at once; returns whether there is one."""
        self._due = 0.0
        return self.is_holding

    def released(self) -> list[Answer]:
        """The answer once its time has come; it comes once."""
        if self._held is None or self._passed < self._due:
            return []
        answer, self._held = self._held, None
        return [answer]


def tempo_of(match: Match, level: Level | None, answer: Answer, thinking: Thinking | None) -> float:
    """The seconds that a level appears to take for an answer: another number each time, the same for the same game."""
    character = level.character if level is not None else None
    tempo = character.tempo if character is not None else PLAIN_TEMPO
    dice = random.Random(f"{match.seed} {len(match.plies)}")
    return tempo.seconds(dice, decides=_decides(match, answer, thinking))


def _decides(match: Match, answer: Answer, thinking: Thinking | None) -> bool:
    """Whether an answer wins the game, or is the first of moves that its search knows to win."""
    for _move, state in playable_moves(match.ruleset, match.state, answer.moves):
        outcome = match.ruleset.outcome(state)
        if outcome is not None:
            return outcome.winner == match.state.seat
    if thinking is None or thinking.is_hint or thinking.plies != len(match.plies):
        return False
    return bool(thinking.remark.verdict) and thinking.remark.score > 0
