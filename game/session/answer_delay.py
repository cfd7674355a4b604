"""The delay that makes a computer opponent's move take as long as its character would think.

No pygame here: the caller passes in the elapsed time.
"""

from __future__ import annotations

import random

from game.core.character import PLAIN_MOVE_DELAY
from game.core.match import Match
from game.core.notation import playable_moves
from game.core.ruleset import Level
from game.engine.client.opponent import Answer
from game.session.thinking import Thinking


class AnswerDelay:
    """The delay before a computer opponent's moves are shown, so that it seems to think."""

    def __init__(self) -> None:
        self._passed = 0.0
        self._due = 0.0
        self._held: Answer | None = None

    @property
    def is_holding(self) -> bool:
        """True while an opponent's answer is held back."""
        return self._held is not None

    def begin(self) -> None:
        """Restart the timer and discard an answer that is held back.

        Call it when an opponent is asked, or when its answer is no longer needed.
        """
        self._passed, self._held = 0.0, None

    def hold(self, answer: Answer, seconds: float) -> None:
        """Hold back an opponent's answer until ``seconds`` have passed since the opponent was asked."""
        self._held, self._due = answer, seconds

    def tick(self, seconds: float) -> None:
        """Add elapsed time, in seconds, to the timer."""
        self._passed += seconds

    def skip(self) -> bool:
        """End the delay of an opponent's answer at once; return True if an answer is held back."""
        self._due = 0.0
        return self.is_holding

    def released(self) -> list[Answer]:
        """Return the opponent's answer as a list once its delay is over, otherwise an empty list.

        Each answer is returned once.
        """
        if self._held is None or self._passed < self._due:
            return []
        answer, self._held = self._held, None
        return [answer]


def move_delay_of(match: Match, level: Level | None, answer: Answer, thinking: Thinking | None) -> float:
    """Return the seconds that a computer opponent should appear to think about a move.

    The time is random but the same for the same position of the same game.
    """
    character = level.character if level is not None else None
    move_delay = character.move_delay if character is not None else PLAIN_MOVE_DELAY
    rng = random.Random(f"{match.seed} {len(match.plies)}")
    return move_delay.seconds(rng, decides=_decides(match, answer, thinking))


def _decides(match: Match, answer: Answer, thinking: Thinking | None) -> bool:
    """Return True if an opponent's moves win the game, or if its search knows that they lead to a win."""
    for _move, state in playable_moves(match.ruleset, match.state, answer.moves):
        outcome = match.ruleset.outcome(state)
        if outcome is not None:
            return outcome.winner == match.state.seat
    if thinking is None or thinking.is_hint or thinking.plies != len(match.plies):
        return False
    return bool(thinking.remark.verdict) and thinking.remark.score > 0
