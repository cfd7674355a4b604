"""Games at low strength, as people play them: instant players with each other, after a few stones by dice."""

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

#: Seconds that an instant player may take.
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
    """A game of two levels that the seed draws, from the weak ones where none are given.

    It ends at the latest after the turn with the ply ``longest``. Raises ParseError where a level fails.
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
    """The levels that need no compiled search; all but the strongest where every level has one."""
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
