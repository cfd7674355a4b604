"""Games of low strength, like those of people: weak levels play each other after a few random stones."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from game.analysis.review.scale import thrown_opening
from game.core.match import Match
from game.core.model import Options, ParseError
from game.core.ruleset import Level, Ruleset, RulesetInfo, complete_options
from game.engine.client.opponent import Restarted, Thought
from game.engine.client.opponent_turn import OpponentTurn, Played, question_about
from tools.review.reading_engine import PAUSE, Bench

#: The time limit of a turn in seconds.
_SECONDS = 30.0


def weak_game(
    bench: Bench,
    ruleset: Ruleset,
    seed: int,
    options: Options | None = None,
    levels: Sequence[Level] = (),
    *,
    longest: int = 10_000,
) -> Match:
    """Play a game between two random levels, chosen from ``levels`` or, if it is empty, from the weak levels.

    The game is stopped after the turn that contains the ply ``longest``. Raises ParseError if a level makes no move.
    """
    rng = random.Random(seed)
    match = Match(ruleset, complete_options(ruleset.info, options or {}), seed)
    thrown_opening(match, rng)
    drawn = levels or weak_levels(ruleset.info)
    levels = rng.choice(drawn), rng.choice(drawn)
    while match.outcome is None and len(match.plies) < longest:
        _play_turn(bench, match, levels[match.state.seat])
    return match


def weak_levels(info: RulesetInfo) -> list[Level]:
    """Return the levels that need no compiled search. If all need one, return all levels but the strongest."""
    return [level for level in info.levels if not level.compiled] or list(info.levels[:-1] or info.levels)


def _play_turn(bench: Bench, match: Match, level: Level) -> None:
    seed = 1_000 * match.seed + len(match.plies)
    turn = OpponentTurn(match, question_about(match, level.id, seconds=_SECONDS, seed=seed))
    bench.engine.ask(turn.question)
    while True:
        for report in filter(None, map(turn.take, bench.engine.poll())):
            if isinstance(report, Played):
                return
            if not isinstance(report, Thought | Restarted):
                raise ParseError(f"{level.name} made no move: {report}")
        time.sleep(PAUSE)
