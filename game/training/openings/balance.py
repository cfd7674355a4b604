"""How even a position is: the winning chance of the first colour, the limits of what counts as even, and guesses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.analysis.review.evaluation import Evaluation
from game.core.model import State
from game.core.ruleset import RulesetInfo

#: How far from one half a winning chance still counts as even. Our engine draws the line there, too: as the one who
#: chooses in Swap2 it takes a colour at once from about 58 % on, and puts two more stones below.
EVEN_WITHIN = 0.08
#: No engine is sure of a chance to the last percent: so near to a limit both answers are right.
BORDER = 0.02


class Balance(Enum):
    """Which side a position favours."""

    FIRST = "first"
    """The first colour is better."""
    EVEN = "even"
    SECOND = "second"


def share_of(info: RulesetInfo, state: State, reading: Evaluation) -> float | None:
    """The winning chance of the first colour, 0 to 1, by what was read of a position; None where that says nothing."""
    if reading.chance is None:
        return None
    return reading.chance if state.colour == info.colours[0] else 1 - reading.chance


def balance_of(share: float) -> Balance:
    """What a winning chance of the first colour, 0 to 1, comes to."""
    if abs(share - 0.5) <= EVEN_WITHIN:
        return Balance.EVEN
    return Balance.FIRST if share > 0.5 else Balance.SECOND


def is_right(guess: Balance, share: float) -> bool:
    """Whether a guess is right for a winning chance of the first colour; at a limit both answers are."""
    return guess in (balance_of(share - BORDER), balance_of(share), balance_of(share + BORDER))


@dataclass(slots=True)
class GuessScore:
    """What the guesses of a visit come to; nothing of it is kept."""

    right: int = 0
    asked: int = 0
    streak: int = 0
    """How many of the last guesses in a row were right."""
    best_streak: int = 0

    def count(self, *, is_right: bool) -> None:
        """Count another guess."""
        self.asked += 1
        self.right += is_right
        self.streak = self.streak + 1 if is_right else 0
        self.best_streak = max(self.best_streak, self.streak)
