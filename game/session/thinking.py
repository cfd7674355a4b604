"""The thoughts of an opponent or hint engine, for the card on the game screen. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.match import Match
from game.core.model import Place, State
from game.core.notation import Remark, playable_moves
from game.core.ruleset import winning_chance
from game.engine.client.opponent import Thought

#: The search depth from which a score is in points and yields a winning chance; below it scores are sums of weights.
_DEEP = 3
#: Times in seconds below this are too short to compute a speed.
_SHORTEST = 0.02
#: Maximum number of moves of a variation shown on the board.
_LONGEST = 9


@dataclass(frozen=True, slots=True)
class Thinking:
    """The latest thoughts about a position."""

    state: State
    plies: int
    """The number of plies of the match when the thinking began."""
    is_hint: bool
    thought: Thought
    seconds: float
    """Seconds since the engine was asked."""
    logit_scale: float
    """The ruleset's scale for converting scores to winning chances."""

    @property
    def remark(self) -> Remark:
        """The engine's latest remark about the position."""
        return self.thought.remark

    @property
    def is_deep(self) -> bool:
        """True if the score comes from a search, so that a winning chance follows from it."""
        return self.remark.depth >= _DEEP

    @property
    def chance(self) -> float:
        """The winning chance of the thinking side, from 0 to 1."""
        return winning_chance(self.remark.score, self.logit_scale)

    @property
    def speed(self) -> float:
        """Positions per second, measured by the engine or else by us; 0 while unknown."""
        if self.remark.speed:
            return float(self.remark.speed)
        return self.remark.nodes / self.seconds if self.seconds > _SHORTEST else 0.0

    def with_thought(self, thought: Thought, seconds: float) -> Thinking:
        """Return the thoughts after another report: numbers replace old ones, a text is added to the previous numbers.

        A final report without a variation, as Rapfi sends it, leaves the last variation in place.
        """
        said, known = thought.remark, self.remark
        if said.has_numbers:
            latest = replace(said, variation=said.variation or known.variation)
            return replace(self, thought=replace(thought, remark=latest), seconds=seconds)
        more = replace(known, note=said.note or known.note, verdict=said.verdict or known.verdict)
        return replace(self, thought=replace(self.thought, remark=more))


def forecast(thinking: Thinking, match: Match) -> list[Place]:
    """Return the placements of the variation that are still to come in a match; none if the game has left it."""
    if len(match.plies) < thinking.plies:
        return []
    played = match.moves[thinking.plies :]
    line = thinking.remark.variation[:_LONGEST]
    moves = [move for move, _ in playable_moves(match.ruleset, thinking.state, line)]
    if tuple(moves[: len(played)]) != played[: len(moves)]:
        return []
    return [move for move in moves[len(played) :] if isinstance(move, Place)]
