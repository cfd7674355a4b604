"""The moves of simulated players, chosen by levels that need no compiled engine, so that the games look real."""

from __future__ import annotations

from game.core.match import Match
from game.core.model import Move
from game.core.ruleset import Limits
from game.engine.server.think_turn import ThinkingLevel
from game.plugins.registry import Catalogue


def turn_for(catalogue: Catalogue, match: Match, *, plays_well: bool) -> tuple[Move, ...]:
    """Return a turn for the side to move, as chosen by a level that needs no compiled engine.

    This is the strongest of these levels if ``plays_well`` is True, else the weakest.
    """
    ruleset = match.ruleset
    levels = [level for level in ruleset.info.levels if not level.compiled]
    level = levels[-1 if plays_well else 0]
    thinking = ThinkingLevel(ruleset, catalogue.package(ruleset.info.id), level, lambda _remark: None, lambda: False)
    return thinking.play_turn(match.state, Limits(seconds=1.0, seed=len(match.plies)))
