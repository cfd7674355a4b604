"""What an opponent, or whoever gives a hint, says while it thinks: for the card on the game screen. No pygame here."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from game.core.model import Move, Place, State
from game.core.ruleset import POINTS_A_LOGIT, Ruleset, playable_moves
from game.engine.host.client import Thought

#: From this depth on a thinker searches, and its score is in those points; a sum of weights is in a unit of its own.
_DEEP = 3
#: Seconds below which the time is too short to tell a speed by.
_SHORTEST = 0.02
#: Moves of a variation that are shown on the board.
_LONGEST = 9


@dataclass(frozen=True, slots=True)
class Thinking:
    """The latest word about a position."""

    state: State
    plies: int
    """How many there were before the thinking began."""
    is_hint: bool
    thought: Thought
    seconds: float
    """Since the question was put."""

    @property
    def is_deep(self) -> bool:
        """Whether the score says something about winning."""
        return self.thought.depth >= _DEEP

    @property
    def chance(self) -> float:
        """The chance that the side which thinks wins, 0 to 1."""
        return 1 / (1 + math.exp(-max(-5000.0, min(5000.0, self.thought.score)) / POINTS_A_LOGIT))

    @property
    def speed(self) -> float:
        """Positions a second, by its own clock or else by ours; 0 while it cannot be told."""
        if self.thought.speed:
            return float(self.thought.speed)
        return self.thought.nodes / self.seconds if self.seconds > _SHORTEST else 0.0

    def with_thought(self, thought: Thought, seconds: float) -> Thinking:
        """After another word: numbers begin anew, a note joins the numbers before it.

        A last line of sums, as Rapfi says it, leaves the variation standing.
        """
        if thought.depth or thought.nodes or thought.variation:
            latest = replace(thought, variation=thought.variation or self.thought.variation)
            return replace(self, thought=latest, seconds=seconds)
        return replace(self, thought=replace(self.thought, note=thought.note))


def forecast(thinking: Thinking, ruleset: Ruleset, played: tuple[Move, ...]) -> list[Place]:
    """The placements of the variation that are still to come; none once it was left.

    ``played`` are the moves since the thinking began.
    """
    words = thinking.thought.variation[:_LONGEST]
    moves = [move for move, _ in playable_moves(ruleset, thinking.state, words)]
    if tuple(moves[: len(played)]) != played[: len(moves)]:
        return []
    return [move for move in moves[len(played) :] if isinstance(move, Place)]
