"""Pondering: searching on while the opponent thinks, in the position that is expected next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from game.core.model import Move, State
from game.core.notation import Remark, playable_moves
from game.core.ruleset import Level, Ruleset

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
    line = list(islice(playable_moves(ruleset, state, remark.variation), 2))
    if len(line) < 2 or line[0][0] != last:
        return None
    expected = line[1][1]
    return None if ruleset.outcome(expected) is not None else Expectation(ruleset, level, expected)
