"""Who plays at the tables of the test: instant levels of each game, so that games look and end like games."""

from __future__ import annotations

from game.core.match import Match
from game.core.model import Move
from game.core.ruleset import Limits
from game.engine.server.think_turn import ThinkingLevel
from game.plugins.registry import Catalogue


def turn_for(catalogue: Catalogue, match: Match, *, plays_well: bool) -> tuple[Move, ...]:
    """The moves of the seat on turn, by the strongest or the weakest instant level of the game."""
    ruleset = match.ruleset
    levels = [level for level in ruleset.info.levels if not level.compiled]
    level = levels[-1 if plays_well else 0]
    thinking = ThinkingLevel(ruleset, catalogue.package(ruleset.info.id), level, lambda _remark: None, lambda: False)
    return thinking.play_turn(match.state, Limits(seconds=1.0, seed=len(match.plies)))
