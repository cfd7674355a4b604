"""The reports of an engine that thinks about a move or a hint, for the card on the game screen. No pygame here."""

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
    """The latest report of an engine about a position: its variation, score, depth and speed."""

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
        """The engine's latest report, with the variation in move notation."""
        return self.thought.remark

    @property
    def is_deep(self) -> bool:
        """True if the score comes from a deep enough search to compute a winning chance from it."""
        return self.remark.depth >= _DEEP

    @property
    def chance(self) -> float:
        """The winning chance, from 0 to 1, of the side for which the engine thinks."""
        return winning_chance(self.remark.score, self.logit_scale)

    @property
    def speed(self) -> float:
        """Positions searched per second, as measured by the engine or by this program; 0 while unknown."""
        if self.remark.speed:
            return float(self.remark.speed)
        return self.remark.nodes / self.seconds if self.seconds > _SHORTEST else 0.0

    def with_thought(self, thought: Thought, seconds: float) -> Thinking:
        """Return this report updated with the engine's next report.

        Numbers replace old ones; a report with only a text keeps the previous numbers.

        A final report without a variation, as Rapfi sends it, leaves the last variation in place.
        """
        said, known = thought.remark, self.remark
        if said.has_numbers:
            latest = replace(said, variation=said.variation or known.variation)
            return replace(self, thought=replace(thought, remark=latest), seconds=seconds)
        more = replace(known, note=said.note or known.note, verdict=said.verdict or known.verdict)
        return replace(self, thought=replace(self.thought, remark=more))


def forecast(thinking: Thinking, match: Match) -> list[Place]:
    """Return the next stones in an engine's variation, or none if the match has deviated from it."""
    if len(match.plies) < thinking.plies:
        return []
    played = match.moves[thinking.plies :]
    line = thinking.remark.variation[:_LONGEST]
    moves = [move for move, _ in playable_moves(match.ruleset, thinking.state, line)]
    if tuple(moves[: len(played)]) != played[: len(moves)]:
        return []
    return [move for move in moves[len(played) :] if isinstance(move, Place)]
