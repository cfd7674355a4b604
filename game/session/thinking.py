"""An opponent's or hint giver's thinking, for the card on the game screen. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.match import Match
from game.core.model import Place, State
from game.core.notation import Remark, playable_moves
from game.core.ruleset import winning_chance
from game.engine.client.opponent import Thought

#: The depth from which a thinker is taken to search, so that its score is in points; smaller depths are sums of
#: weights.
_DEEP = 3
#: Seconds below which the time is too short to compute a speed from.
_SHORTEST = 0.02
#: Moves of a variation that are shown on the board.
_LONGEST = 9


@dataclass(frozen=True, slots=True)
class Thinking:
    """The latest state of the thinking about a position."""

    state: State
    plies: int
    """The plies of the match when the thinking began."""
    is_hint: bool
    thought: Thought
    seconds: float
    """Seconds since the question was put."""
    logit_scale: float
    """The ruleset's constant between scores and chances."""

    @property
    def remark(self) -> Remark:
        """What was said of the position."""
        return self.thought.remark

    @property
    def is_deep(self) -> bool:
        """Whether the score is a search's, so that a winning chance follows from it."""
        return self.remark.depth >= _DEEP

    @property
    def chance(self) -> float:
        """The winning chance of the thinking side, 0 to 1."""
        return winning_chance(self.remark.score, self.logit_scale)

    @property
    def speed(self) -> float:
        """Positions a second, by the thinker's own clock or else by ours; 0 while it is unknown."""
        if self.remark.speed:
            return float(self.remark.speed)
        return self.remark.nodes / self.seconds if self.seconds > _SHORTEST else 0.0

    def with_thought(self, thought: Thought, seconds: float) -> Thinking:
        """The state after another report: numbers replace the old ones, sentences are added to the numbers before them.

        A closing report without a variation, as Rapfi sends it, keeps the last variation.
        """
        said, known = thought.remark, self.remark
        if said.has_numbers:
            latest = replace(said, variation=said.variation or known.variation)
            return replace(self, thought=replace(thought, remark=latest), seconds=seconds)
        more = replace(known, note=said.note or known.note, verdict=said.verdict or known.verdict)
        return replace(self, thought=replace(self.thought, remark=more))


def forecast(thinking: Thinking, match: Match) -> list[Place]:
    """The placements of the variation that are still to come in a match; none once the game has left it."""
    if len(match.plies) < thinking.plies:
        return []
    played = match.moves[thinking.plies :]
    line = thinking.remark.variation[:_LONGEST]
    moves = [move for move, _ in playable_moves(match.ruleset, thinking.state, line)]
    if tuple(moves[: len(played)]) != played[: len(moves)]:
        return []
    return [move for move in moves[len(played) :] if isinstance(move, Place)]
