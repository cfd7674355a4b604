"""Pondering: searching on while the opponent thinks, in the position that is expected next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.model import Move, State
from game.core.ruleset import Level, Ruleset, format_move, playable_moves
from game.engine.wire.protocol import Remark

#: Seconds of pondering at most: an opponent who takes longer may have left the table.
MOST_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Expectation:
    """The position that is expected next, and the level that would be asked about it."""

    ruleset: Ruleset
    level: Level
    state: State


def expectation(
    ruleset: Ruleset, level: Level, state: State, moves: Sequence[Move], remark: Remark | None
) -> Expectation | None:
    """The position after a turn and the reply that the last remark expects; None when no reply is known.

    Exceptions of a plug-in's code come through.
    """
    if not level.ponders or remark is None or not moves:
        return None
    *before, last = moves
    for move in before:
        state = ruleset.apply(state, move).state
    told = remark.variation[:1] == (format_move(ruleset.info, state.geometry, last),)
    state = ruleset.apply(state, last).state
    if not told or len(remark.variation) == 1 or ruleset.outcome(state) is not None:
        return None
    after = next(playable_moves(ruleset, state, remark.variation[1:2]), None)
    if after is None or ruleset.outcome(after[1]) is not None:
        return None
    return Expectation(ruleset, level, after[1])
