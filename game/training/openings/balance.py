"""Balance of an opening position: winning chances, the limits of an even position, and scores of guesses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.analysis.review.evaluation import Evaluation
from game.core.model import State
from game.core.ruleset import RulesetInfo

#: Largest distance from 0.5 of a winning chance that counts as even. The engine uses the same limit: choosing in Swap2,
#: it takes a colour from about 58 % on, and otherwise places two more stones.
EVEN_WITHIN = 0.08
#: Margin at the limits within which both answers are right, because engines are not that exact.
BORDER = 0.02


class Balance(Enum):
    """Verdict on an opening position: it favours the first colour, the second colour or neither."""

    FIRST = "first"
    """The position favours the first colour."""
    EVEN = "even"
    SECOND = "second"


def share_of(info: RulesetInfo, state: State, reading: Evaluation) -> float | None:
    """Return the first colour's winning chance, 0 to 1, from an engine's evaluation, or None if unknown."""
    if reading.chance is None:
        return None
    return reading.chance if state.colour == info.colours[0] else 1 - reading.chance


def balance_of(share: float) -> Balance:
    """Return the verdict on a position by the first colour's winning chance, 0 to 1: a side or even."""
    if abs(share - 0.5) <= EVEN_WITHIN:
        return Balance.EVEN
    return Balance.FIRST if share > 0.5 else Balance.SECOND


def is_right(guess: Balance, share: float) -> bool:
    """Return True if a guess fits the first colour's winning chance; in borderline cases two guesses do."""
    return guess in (balance_of(share - BORDER), balance_of(share), balance_of(share + BORDER))


@dataclass(slots=True)
class GuessScore:
    """Count of right guesses and of all guesses in a fairness drill. It is not stored."""

    right: int = 0
    asked: int = 0
    streak: int = 0
    """Number of right guesses in a row up to the last one."""
    best_streak: int = 0

    def count(self, *, is_right: bool) -> None:
        """Count a guess of the fairness drill as right or wrong."""
        self.asked += 1
        self.right += is_right
        self.streak = self.streak + 1 if is_right else 0
        self.best_streak = max(self.best_streak, self.streak)
